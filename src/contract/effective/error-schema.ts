import type { Dialect } from '../../dialect/dialect.ts';
import type { Cause } from '../../domain/errors.ts';
import type { Schema } from '../openapi-document.ts';
import { problemType } from './refusal-words.ts';
import { schemaReference } from './service-contract.ts';

/** Documentation of all error bodies: their format is "not shown" (§7). */
const OPEN = { 'x-open': 'errors.body' } as const;

/**
 * Returns the schema of the body of an error response with its possible codes.
 *
 * @returns undefined if errors of the dialect have no body
 */
export function errorSchema(
  causes: readonly Cause[],
  status: number,
  dialect: Dialect,
): Schema | undefined {
  const flat = closedObject('Why the request was rejected.', {
    code: { type: 'string', description: 'The error code.', enum: causes, ...OPEN },
    message: { type: 'string', description: 'What is wrong, for developers.', ...OPEN },
    details: {
      type: 'array',
      description: 'The parts of the request that are wrong.',
      items: schemaReference('ErrorDetail'),
      ...OPEN,
    },
  });
  switch (dialect.errors.body) {
    case 'flat':
      return flat;
    case 'nested':
      return closedObject('An error.', { error: { ...flat, ...OPEN } });
    case 'problem':
      return closedObject('A problem detail (RFC 9457).', {
        type: {
          type: 'string',
          description: 'The error code.',
          enum: causes.map(problemType),
          ...OPEN,
        },
        title: { type: 'string', description: 'A summary of the error code.', ...OPEN },
        status: { type: 'integer', description: 'The HTTP status.', enum: [status], ...OPEN },
        detail: { ...flat.properties?.['message'] },
        code: { ...flat.properties?.['code'] },
        details: { ...flat.properties?.['details'] },
      });
    case 'empty':
      return undefined;
  }
}

function closedObject(
  description: string,
  properties: { readonly [name: string]: Schema },
): Schema {
  return {
    type: 'object',
    description,
    ...OPEN,
    additionalProperties: false,
    required: Object.keys(properties),
    properties,
  };
}
