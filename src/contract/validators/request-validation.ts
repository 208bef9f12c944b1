import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { hasMoreValues } from '../../documents/json-object.ts';
import { Refusal } from '../../domain/errors.ts';
import { refusalMessages } from '../effective/refusal-messages.ts';
import type { OpenApiDocument, Schema } from '../openapi-document.ts';
import type { Detail } from '../types.ts';
import { AJV_OPTIONS } from './ajv-options.ts';
import { MAX_DETAILS, toErrorDetails, describeKnownNames, toToken } from './error-details.ts';
import type { AjvError } from './error-messages.ts';
import { createRequestShapes, type ReceivedParts, type RequestShape } from './request-shapes.ts';

/** The members of a request that are validated; an Express request has them. */
export interface IncomingRequest {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Path parameters, decoded. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** The parsed body; undefined without a body. */
  readonly body?: unknown;
}

/** A valid request; path and query parameters have the types of the document. */
interface ValidatedRequest {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export type RequestValidation<Id extends string> = (
  operationId: Id,
  request: IncomingRequest,
) => ValidatedRequest;

/**
 * Returns a function that validates requests of a document, and throws Refusal `invalidRequest`. Compiles
 * each operation at its first request.
 */
export function createRequestValidation(
  document: OpenApiDocument,
  unknownParameters: 'reject' | 'ignore',
): RequestValidation<string> {
  const shapes = createRequestShapes(document);
  const checkFirstError = createRequestCheck('firstError');
  const checkAllErrors = createRequestCheck('allErrors');

  return (operationId, request) => {
    const shape = shapes.get(operationId);
    if (shape === undefined) throw new TypeError(`the contract has no operation ${operationId}`);
    const unknown = unknownParameters === 'reject' ? findUnknownQuery(shape, request) : [];
    if (shape.bodyPresence === 'required' && request.body === undefined) {
      throw toRefusal([{ pointer: '/body', message: 'is required', kind: 'missing' }, ...unknown]);
    }
    const parts = selectParts(shape, request);
    const bodySchema = findSchema(shape, request);
    const first = checkFirstError(parts, shape.parameters, bodySchema);
    if (first.length === 0 && unknown.length === 0) {
      return { params: parts.path, query: parts.query, body: request.body };
    }
    // Collecting all errors of a huge body takes long.
    const isFirstEnough = first.length === 0 || isHuge(request);
    const errors = isFirstEnough ? first : checkAllErrors(parts, shape.parameters, bodySchema);
    throw toRefusal([...unknown, ...toErrorDetails(errors)]);
  };
}

type RequestCheck = (
  parts: ReceivedParts,
  parameters: Schema | undefined,
  body: Schema | undefined,
) => readonly AjvError[];

/** Returns a check of requests, which also converts parameters to the types of their schemas. */
function createRequestCheck(errors: 'firstError' | 'allErrors'): RequestCheck {
  const options = { ...AJV_OPTIONS, allErrors: errors === 'allErrors', verbose: true };
  let parameterAjv: Ajv2020 | undefined;
  let bodyAjv: Ajv2020 | undefined;

  return (parts, parameters, body) => {
    const found: AjvError[] = [];
    // `compile` returns the cached function of a schema object that it has compiled before.
    if (parameters !== undefined) {
      parameterAjv ??= new Ajv2020({ ...options, coerceTypes: true });
      found.push(...listErrors(parts, parameterAjv.compile(parameters)));
    }
    if (body !== undefined) {
      bodyAjv ??= new Ajv2020(options);
      found.push(...listErrors(parts, bodyAjv.compile(body)));
    }
    return found;
  };
}

function listErrors(parts: ReceivedParts, validate: ValidateFunction): readonly AjvError[] {
  if (validate(parts)) return [];
  const errors = validate.errors ?? [];
  // The errors would keep the body in memory.
  validate.errors = null;
  return errors;
}

/** For a body with more values or bytes, only the first error is reported. */
const MAX_VALUES = 200;
const MAX_BYTES = 4 * 1024;

/** Checks Content-Length first: counting the values of a large body takes as long as parsing it. */
function isHuge({ headers, body }: IncomingRequest): boolean {
  return Number(headers['content-length'] ?? 0) > MAX_BYTES || hasMoreValues(body, MAX_VALUES);
}

function toRefusal(details: readonly Detail[]): Refusal {
  return new Refusal('invalidRequest', refusalMessages.invalidRequest, {
    details: details.slice(0, MAX_DETAILS),
  });
}

function findUnknownQuery(
  { queryParameters }: RequestShape,
  { query }: IncomingRequest,
): readonly Detail[] {
  return Object.keys(query)
    .filter((name) => !queryParameters.includes(name))
    .map((name) => ({
      kind: 'unknown',
      pointer: `/query/${toToken(name)}`,
      message: `is not a query parameter of this operation${describeKnownNames(name, queryParameters)}`,
    }));
}

/** Returns the parts of a request. Parameters are copied, because validation converts their types. */
function selectParts({ headerParameters }: RequestShape, request: IncomingRequest) {
  const { headers, query, params, body } = request;
  return {
    query: { ...query },
    headers: Object.fromEntries(headerParameters.map((name) => [name, headers[name]])),
    path: { ...params },
    body,
  };
}

/** Returns the schema of the media type that was sent; of the first media type if that is unknown. */
function findSchema({ bodySchemas }: RequestShape, { headers }: IncomingRequest) {
  const [first] = bodySchemas.values();
  if (bodySchemas.size < 2) return first;
  const [sent = ''] = String(headers['content-type'] ?? '').split(';', 1);
  return bodySchemas.get(sent.trim().toLowerCase()) ?? first;
}
