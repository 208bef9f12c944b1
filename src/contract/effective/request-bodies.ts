/** Request bodies (§2.1, §7, §8). */
import type { Dialect } from '../../dialect/dialect.ts';
import type { Example, Reference, RequestBody, Schema } from '../openapi-document.ts';
import type { Schemas } from './service-contract.ts';
import {
  JSON_MEDIA_TYPE,
  getReferenceName,
  getSchema,
  serviceContract,
} from './service-contract.ts';

export function createBody(
  body: RequestBody | Reference,
  examples: Readonly<Record<string, Example>>,
  dialect: Dialect,
): RequestBody {
  const schema = getBodySchema(body);
  return {
    description: `Maximum size: ${dialect.limits.bodyBytes} bytes.`,
    required: true,
    content: {
      [JSON_MEDIA_TYPE]: { schema, examples },
      // `requests.contentType`: every body is read as JSON.
      ...(dialect.requests.contentType === 'ignore' && { '*/*': { schema } }),
    },
  };
}

/** Allows unknown fields in request bodies if the dialect ignores them. */
export function allowUnknownRequestFields(schemas: Schemas, dialect: Dialect): Schemas {
  if (dialect.requests.unknownFields === 'reject') return schemas;
  const opened = listBodySchemas().map((name) => {
    const { additionalProperties: _closed, ...schema } = getSchema(schemas, name);
    return [name, schema] as const;
  });
  return { ...schemas, ...Object.fromEntries(opened) };
}

function listBodySchemas(): readonly string[] {
  const bodies = Object.values(serviceContract.paths).flatMap((path) =>
    path.post?.requestBody === undefined ? [] : [getBodySchema(path.post.requestBody)],
  );
  return [...new Set(bodies.map(({ $ref }) => getReferenceName($ref ?? '')))];
}

function getBodySchema(body: RequestBody | Reference): Schema {
  const schema = 'content' in body ? body.content[JSON_MEDIA_TYPE]?.schema : undefined;
  if (schema?.$ref === undefined) {
    throw new TypeError('each request body of the contract must refer to a schema');
  }
  return schema;
}
