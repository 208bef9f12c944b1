import { Refusal } from '../../domain/errors.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import type { Detail } from '../words.ts';
import { MAX_DETAILS, errorDetails, suggestionFor, token } from './error-details.ts';
import type { AjvError } from './error-words.ts';
import { RequestChecker } from './request-checker.ts';
import type { Subject } from './request-checker.ts';
import { requestShapes } from './request-shapes.ts';
import type { RequestShape } from './request-shapes.ts';

/** The members of a request that are validated; an Express request has them. */
export interface IncomingRequest {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Path parameters, decoded. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** The parsed body; undefined where there was none. */
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
 * Returns the validation of the requests of a document, which throws Refusal `invalidRequest`. Each
 * operation is compiled with its first request.
 */
export function requestValidation(
  document: OpenApiDocument,
  unknownParameters: 'reject' | 'ignore',
): RequestValidation<string> {
  const shapes = requestShapes(document);
  const untilFirstError = new RequestChecker('firstError');
  let thorough: RequestChecker | undefined;

  return (operationId, request) => {
    const shape = shapes.get(operationId);
    if (shape === undefined) throw new TypeError(`the contract has no operation ${operationId}`);
    const unknown = unknownParameters === 'reject' ? unknownQuery(shape, request) : [];
    if (shape.body === 'required' && request.body === undefined) {
      throw refusal([{ pointer: '/body', message: 'is required', kind: 'missing' }, ...unknown]);
    }
    const subject = subjectOf(shape, request);
    const first = untilFirstError.check(subject);
    if (first.length > 0 || unknown.length > 0) {
      throw refusal([...unknown, ...errorDetails(allOf(first, shape, request))]);
    }
    return { params: subject.openapi.pathParams, query: subject.query, body: request.body };
  };

  /** Returns only the first error of a huge body, since collecting all takes long. */
  function allOf(first: readonly AjvError[], shape: RequestShape, request: IncomingRequest) {
    if (first.length === 0 || isHuge(request)) return first;
    thorough ??= new RequestChecker('allErrors');
    return thorough.check(subjectOf(shape, request));
  }
}

/** A body with more values or bytes than this is described by its first error. */
const MAX_VALUES = 200;
const MAX_BYTES = 4 * 1024;

/** Checks Content-Length first: counting the fields of a large object takes as long as parsing it. */
function isHuge({ headers, body }: IncomingRequest): boolean {
  return (
    Number(headers['content-length'] ?? 0) > MAX_BYTES || valuesIn(body, MAX_VALUES) === MAX_VALUES
  );
}

function refusal(details: readonly Detail[]): Refusal {
  return new Refusal('invalidRequest', 'The request does not match the contract.', {
    details: details.slice(0, MAX_DETAILS),
  });
}

function unknownQuery(
  { queryParameters }: RequestShape,
  { query }: IncomingRequest,
): readonly Detail[] {
  return Object.keys(query)
    .filter((name) => !queryParameters.includes(name))
    .map((name) => ({
      kind: 'unknown',
      pointer: `/query/${token(name)}`,
      message: `is not a query parameter of this operation${suggestionFor(name, queryParameters)}`,
    }));
}

/** Returns the request for the validator: copies of what it changes, and only the members that it needs. */
function subjectOf(shape: RequestShape, request: IncomingRequest): Subject {
  const { path, method, operation, checks } = shape;
  const headers: Record<string, string | string[] | undefined> = {};
  const mediaType = request.body === undefined ? undefined : mediaTypeOf(shape, request);
  if (mediaType !== undefined) headers['content-type'] = mediaType;
  for (const name of shape.headerParameters) headers[name] = request.headers[name];
  return {
    method,
    path,
    originalUrl: path,
    headers,
    query: { ...request.query },
    params: {},
    body: request.body,
    openapi: {
      expressRoute: path,
      openApiRoute: path,
      schema: operation,
      pathParams: { ...request.params },
    },
    checks,
  };
}

/**
 * Returns the media type of the document that the body is validated as. The validator caches compiled
 * functions by Content-Type, so it never gets the header as sent.
 */
function mediaTypeOf({ mediaTypes }: RequestShape, { headers }: IncomingRequest) {
  const [only] = mediaTypes;
  if (mediaTypes.length === 1 && only !== ANY_MEDIA_TYPE) return only;
  const [sent = ''] = String(headers['content-type'] ?? '').split(';', 1);
  const known = mediaTypes.filter((mediaType) => mediaType !== ANY_MEDIA_TYPE);
  const asSent = known.find((mediaType) => mediaType === sent.trim().toLowerCase());
  return asSent ?? known[0];
}

const ANY_MEDIA_TYPE = '*/*';

/** Counts the values of a body, itself included, up to a limit. */
function valuesIn(body: unknown, limit: number): number {
  let count = 0;
  const waiting = [body];
  while (waiting.length > 0 && count < limit) {
    const value = waiting.pop();
    count += 1;
    if (typeof value === 'object' && value !== null) {
      const members = Object.values(value);
      if (waiting.length + count + members.length >= limit) return limit;
      for (const member of members) waiting.push(member);
    }
  }
  return count;
}
