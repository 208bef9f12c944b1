import { createRequire } from 'node:module';
import { Ajv } from 'ajv';

const require = createRequire(import.meta.url);

/** Returns the problems of a document as HAR 1.2; none for a valid one. */
export function listHarErrors(document: unknown): string[] {
  const schemas = require('har-schema') as Record<string, object>;
  // The schemas have keywords of their authors.
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object);
  ajv.addSchema(Object.values(schemas));
  ajv.validate('har.json#', document);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}
