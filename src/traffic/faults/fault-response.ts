/** Responses that replace the response of the service: from a fault rule or from the contract. */
import { STATUS_CODES } from 'node:http';
import { createErrorBody } from '../../contract/error-body.ts';
import { isErrorCode, refusalMessages } from '../../contract/effective/refusal-messages.ts';
import type { FaultEffect } from '../../contract/control-types.ts';
import type { Example, Operation } from '../../contract/openapi-document.ts';
import type { CompiledContract } from '../../contract/validators.ts';
import type { ErrorCode, OperationId } from '../../contract/types.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { causes, getStatus, type Cause } from '../../domain/errors.ts';
import type { Preference } from './preference.ts';

export interface FaultResponse {
  readonly status: number;
  readonly mediaType?: string;
  readonly body?: unknown;
  readonly cause?: ErrorCode | undefined;
}

/** Returns the response of a fault; undefined if the service responds. */
export function createFaultResponse(
  { status, code, ...effect }: FaultEffect,
  contract: CompiledContract,
  operationId: OperationId | undefined,
): FaultResponse | undefined {
  const { dialect } = contract;
  if ('body' in effect) return { status: status ?? 200, body: effect.body };
  if (code !== undefined) {
    // A code that is not in the contract has no status.
    const codeStatus = isErrorCode(code) && code !== 'internal' ? getStatus(dialect, code) : 500;
    return createRefusal(dialect, code, status ?? codeStatus);
  }
  if (status === undefined) return undefined;
  if (status < 400) return { status };
  return createRefusal(dialect, findCause(contract, operationId, status) ?? 'internal', status);
}

/** Returns the response of the effective contract with this status or example; by default the first response. */
export function findDeclaredResponse(
  operation: Operation,
  { status, example }: Pick<Preference, 'status' | 'example'>,
): { readonly response: FaultResponse } | { readonly problem: string } {
  const declared = listResponses(operation);
  const candidates = declared.filter(
    (response) => status === undefined || response.status === status,
  );
  if (candidates.length === 0) {
    const statuses = declared.map((response) => response.status);
    return { problem: `code must be one of ${statuses.join(', ')} for ${operation.operationId}` };
  }
  const selected =
    example === undefined
      ? candidates[0]
      : candidates.find(({ examples }) => examples.has(example));
  if (selected === undefined) {
    const names = candidates.flatMap(({ examples }) => [...examples.keys()]);
    return { problem: `example must be one of ${names.join(', ')}` };
  }
  const { mediaType, examples, causes: responseCauses } = selected;
  const name = example ?? examples.keys().next().value;
  // The example of an error has the name of its cause.
  const cause = responseCauses.find((candidate) => candidate === name) ?? responseCauses[0];
  const body = examples.get(name ?? '')?.value;
  const response = { status: selected.status, body, cause };
  return { response: mediaType === undefined ? response : { ...response, mediaType } };
}

/** Returns the responses of an operation, the success response first. */
function listResponses({ responses }: Operation) {
  return Object.entries(responses)
    .flatMap(([status, response]) => {
      if ('$ref' in response) return [];
      const [mediaType, media] = Object.entries(response.content ?? {})[0] ?? [];
      const examples = new Map<string, Example>(Object.entries(media?.examples ?? {}));
      const causes = (response['x-causes'] ?? []) as readonly ErrorCode[];
      return { status: Number(status), mediaType, examples, causes };
    })
    .toSorted((a, b) => a.status - b.status);
}

function createRefusal(dialect: Dialect, code: string, status: number): FaultResponse {
  const cause = isErrorCode(code) ? code : undefined;
  const message =
    cause === undefined ? (STATUS_CODES[status] ?? `Status ${status}.`) : refusalMessages[cause];
  const { mediaType, body } = createErrorBody(dialect, { code, message, details: [], status });
  return mediaType === null ? { status, cause } : { status, mediaType, body, cause };
}

/** Causes that any request can have, in order of preference. */
const GENERAL_CAUSES: readonly Cause[] = [
  'bearer',
  'invalidRequest',
  'flagRestricts',
  'notFound',
  'identityTaken',
  'rateLimited',
];

/**
 * Returns the cause that the operation declares for the status, otherwise a cause with this status in the
 * dialect (errors.status); undefined if there is none.
 */
function findCause(
  contract: CompiledContract,
  operationId: OperationId | undefined,
  status: number,
): ErrorCode | undefined {
  const { operations, dialect } = contract;
  const entry = operations.find((operation) => operation.operationId === operationId);
  const response = entry && listResponses(entry.operation).find((item) => item.status === status);
  const declared = response?.causes[0];
  // Status 429 simulates a rate limit; to simulate a locked one-time password, set code: otpLocked.
  if (declared !== undefined && declared !== 'otpLocked') return declared;
  return [...GENERAL_CAUSES, ...(Object.keys(causes) as Cause[])].find(
    (cause) => getStatus(dialect, cause) === status,
  );
}
