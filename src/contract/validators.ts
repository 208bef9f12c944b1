/** Compiled contracts: validation of requests and responses. */
import type { Dialect } from '../dialect/dialect.ts';
import { BoundedCache } from '../bounded-cache.ts';
import { getOrCreate } from '../get-or-create.ts';
import { createEffectiveContract } from './effective.ts';
import { NO_TOLERANCE, type Tolerance } from './effective/tolerance.ts';
import { isServiceOperation } from './effective/service-contract.ts';
import { listOperations } from './openapi-document.ts';
import type { ContractOperation, OpenApiDocument } from './openapi-document.ts';
import { ContractBreach, createResponseCheck } from './validators/response-validation.ts';
import { hashDialect } from './validators/dialect-hash.ts';
import { createRequestValidation } from './validators/request-validation.ts';
import type { RequestValidation } from './validators/request-validation.ts';
import type { Detail, OperationId } from './types.ts';

export type { Tolerance } from './effective/tolerance.ts';
export { ContractBreach } from './validators/response-validation.ts';
export type { ContractOperation } from './openapi-document.ts';
export { hashDialect } from './validators/dialect-hash.ts';
export type { IncomingRequest } from './validators/request-validation.ts';

/** The effective contract of a dialect, ready to check its traffic. */
export interface CompiledContract {
  readonly dialect: Dialect;
  readonly document: OpenApiDocument;
  readonly operations: readonly ContractOperation<OperationId>[];
  /** @throws Refusal with the code `invalidRequest` and details, at most 20 */
  readonly validateRequest: RequestValidation<OperationId>;
  /** @param body undefined or null without body. @throws ContractBreach */
  validateResponse(operationId: OperationId, status: number, body: unknown): void;
  /** Returns the problems of a response, at most 20; pointers start at it: `/status`, `/body/challenge`. */
  findResponseDetails(operationId: OperationId, status: number, body: unknown): readonly Detail[];
}

/** Another document, compiled in the same way, such as that of the control API. */
export interface CompiledDocument {
  readonly operations: readonly ContractOperation[];
  /** Returns the request with typed path and query parameters. @throws Refusal `invalidRequest` */
  readonly validateRequest: RequestValidation<string>;
}

/** Contracts beyond this number are compiled again when they are needed. */
const MAX_CONTRACTS = 64;

const contracts = new BoundedCache<string, CompiledContract>(MAX_CONTRACTS);

/**
 * Returns the compiled contract of a dialect, cached for equal dialects.
 *
 * @param tolerance what is allowed beyond the dialect; default: nothing
 */
export function getCompiledContract(
  dialect: Dialect,
  tolerance: Tolerance = NO_TOLERANCE,
): CompiledContract {
  const { fields, flagCodes, rateLimit } = tolerance;
  const cacheKey = [hashDialect(dialect), fields, flagCodes, rateLimit].join(' ');
  return getOrCreate(contracts, cacheKey, () => compile(dialect, tolerance));
}

function compile(dialect: Dialect, tolerance: Tolerance): CompiledContract {
  const document = createEffectiveContract(dialect, tolerance);
  const findResponseDetails = createResponseCheck(document);
  return {
    dialect,
    document,
    operations: listOperations(document).filter(isServiceOperation),
    validateRequest: createRequestValidation(document, dialect.requests.unknownFields),
    validateResponse(operationId, status, body) {
      const [detail] = findResponseDetails(operationId, status, body);
      if (detail !== undefined) throw new ContractBreach(operationId, status, detail);
    },
    findResponseDetails,
  };
}

/** Compiles a document that no dialect changes. @throws TypeError on a reference that cannot be followed */
export function compileDocument(document: OpenApiDocument): CompiledDocument {
  return {
    operations: listOperations(document),
    validateRequest: createRequestValidation(document, 'reject'),
  };
}
