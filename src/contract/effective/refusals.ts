/** Error responses of an operation; causes with the same status share a response (§7). */
import type { Dialect } from '../../dialect/dialect.ts';
import { causes as causeTable, statusOfCause, type Cause } from '../../domain/errors.ts';
import { errorBody, errorMediaTypes } from '../error-body.ts';
import type { Example, Operation, Response } from '../openapi-document.ts';
import type { ErrorDetail, OperationId } from '../words.ts';
import { causesOf } from './causes.ts';
import { errorSchema } from './error-schema.ts';
import { jsonOf } from './json-value.ts';
import type { Openings } from './openings.ts';
import { refusalWords } from './refusal-words.ts';
import { takesBody } from './service-contract.ts';

/** The responses of an operation by status, without that of success. */
export function refusals(
  operationId: OperationId,
  operation: Operation,
  dialect: Dialect,
  openings: Pick<Openings, 'rateLimit'>,
): Readonly<Record<string, Response>> {
  const causes = causesOf(operationId, operation, dialect, openings);
  const statuses = new Set(causes.map((cause) => statusOfCause(dialect, cause)));
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      refusal(
        causes.filter((cause) => statusOfCause(dialect, cause) === status),
        status,
        wrongPlace(operation, dialect),
        dialect,
      ),
    ]),
  );
}

function refusal(
  causes: readonly Cause[],
  status: number,
  wrong: ErrorDetail,
  dialect: Dialect,
): Response {
  const schema = errorSchema(causes, status, dialect);
  const mediaType = errorMediaTypes[dialect.errors.body];
  const example = (cause: Cause): Example => ({
    value: jsonOf(
      errorBody(dialect, {
        code: cause,
        message: refusalWords[cause],
        details: cause === 'invalidRequest' ? [wrong] : [],
        status,
      }).body,
    ),
  });
  return {
    description: causes.map((cause) => refusalWords[cause]).join(' '),
    'x-open': `errors.status.${causes[0] && causeTable[causes[0]].statusKey}`,
    'x-causes': causes,
    ...(causes.includes('rateLimited') && { headers: { 'Retry-After': retryAfter } }),
    ...(schema &&
      mediaType && {
        content: {
          [mediaType]: {
            schema,
            examples: Object.fromEntries(causes.map((cause) => [cause, example(cause)])),
          },
        },
      }),
  };
}

const retryAfter = {
  description: 'Seconds until the next send is accepted (RFC 9110, section 10.2.3).',
  schema: { type: 'integer', minimum: 0 },
} as const;

/** Returns an example of an invalid part of a request, for the error example. */
function wrongPlace(operation: Operation, dialect: Dialect): ErrorDetail {
  if (takesBody(operation)) return { pointer: '/body', message: 'is required' };
  const { identifiedBy } = dialect.user;
  if (identifiedBy === 'bearerSession') {
    return { pointer: '/query/page', message: 'is not a query parameter of this operation' };
  }
  return 'query' in identifiedBy
    ? { pointer: `/query/${identifiedBy.query}`, message: 'is required' }
    : { pointer: `/headers/${identifiedBy.header.toLowerCase()}`, message: 'is required' };
}
