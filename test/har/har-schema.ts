import { createRequire } from 'node:module';
import { Ajv } from 'ajv';

const require = createRequire(import.meta.url);

/** Returns the schema errors of a HAR 1.2 document. */
export function listHarErrors(document: unknown): string[] {
  const schemas = require('har-schema') as Record<string, object>;
  // The schemas contain keywords that are not part of JSON Schema.
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object);
  ajv.addSchema(Object.values(schemas));
  ajv.validate('har.json#', document);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}
