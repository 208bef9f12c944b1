/** Error responses of an operation; causes with the same status share a response (§7). */
import type { Dialect } from '../../dialect/dialect.ts';
import { causes as causeTable, getStatus, type Cause } from '../../domain/errors.ts';
import { createErrorBody, errorMediaTypes } from '../error-body.ts';
import {
  toJson,
  type Example,
  type Operation,
  type Response,
  type Schema,
} from '../openapi-document.ts';
import { getUserIdPlace } from '../wire/user.ts';
import type { ErrorDetail, OperationId } from '../types.ts';
import { listCauses } from './causes.ts';
import type { Tolerance } from './tolerance.ts';
import { getProblemType, refusalMessages } from './refusal-messages.ts';
import { createSchemaReference } from './service-contract.ts';

export function createRefusals(
  operationId: OperationId,
  operation: Operation,
  dialect: Dialect,
  tolerance: Pick<Tolerance, 'rateLimit'>,
): Readonly<Record<string, Response>> {
  const causes = listCauses(operationId, operation, dialect, tolerance);
  const detail = createDetailExample(operation, dialect);
  const statuses = new Set(causes.map((cause) => getStatus(dialect, cause)));
  const refusals = [...statuses].map((status) => {
    const causesOfStatus = causes.filter((cause) => getStatus(dialect, cause) === status);
    return [status, createRefusal(causesOfStatus, status, detail, dialect)] as const;
  });
  return Object.fromEntries(refusals);
}

function createRefusal(
  causes: readonly Cause[],
  status: number,
  detail: ErrorDetail,
  dialect: Dialect,
): Response {
  const schema = createErrorSchema(causes, status, dialect);
  const mediaType = errorMediaTypes[dialect.errors.body];
  const examples = causes.map((cause): [Cause, Example] => {
    const details = cause === 'invalidRequest' ? [detail] : [];
    const facts = { code: cause, message: refusalMessages[cause], details, status };
    return [cause, { value: toJson(createErrorBody(dialect, facts).body) }];
  });
  return {
    description: causes.map((cause) => refusalMessages[cause]).join(' '),
    'x-open': `errors.status.${causes[0] && causeTable[causes[0]].statusKey}`,
    'x-causes': causes,
    ...(causes.includes('rateLimited') && { headers: { 'Retry-After': retryAfter } }),
    ...(schema &&
      mediaType && {
        content: { [mediaType]: { schema, examples: Object.fromEntries(examples) } },
      }),
  };
}

const retryAfter = {
  description: 'Seconds until the next send is accepted (RFC 9110, section 10.2.3).',
  schema: { type: 'integer', minimum: 0 },
} as const;

function createDetailExample(operation: Operation, dialect: Dialect): ErrorDetail {
  if (operation.requestBody !== undefined) return { pointer: '/body', message: 'is required' };
  const place = getUserIdPlace(dialect);
  if (place === undefined) {
    return { pointer: '/query/page', message: 'is not a query parameter of this operation' };
  }
  const pointer =
    place.in === 'query' ? `/query/${place.name}` : `/headers/${place.name.toLowerCase()}`;
  return { pointer, message: 'is required' };
}

/** Marks all parts of error bodies, whose format is "not shown" (§7). */
const OPEN = { 'x-open': 'errors.body' } as const;

/** Returns the schema of error bodies; undefined if errors of the dialect have no body. */
function createErrorSchema(
  causes: readonly Cause[],
  status: number,
  dialect: Dialect,
): Schema | undefined {
  const flat = createClosedObject('Why the request was rejected.', {
    code: { type: 'string', description: 'The error code.', enum: causes, ...OPEN },
    message: { type: 'string', description: 'The problem, for developers.', ...OPEN },
    details: {
      type: 'array',
      description: 'The parts of the request that are wrong.',
      items: createSchemaReference('ErrorDetail'),
      ...OPEN,
    },
  });
  switch (dialect.errors.body) {
    case 'flat':
      return flat;
    case 'nested':
      return createClosedObject('An error.', { error: { ...flat, ...OPEN } });
    case 'problem':
      return createClosedObject('A problem detail (RFC 9457).', {
        type: {
          type: 'string',
          description: 'The error code.',
          enum: causes.map(getProblemType),
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

function createClosedObject(
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
