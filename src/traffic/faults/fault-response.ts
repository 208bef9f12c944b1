/** Responses in place of those of the service: from a fault rule or from the contract. */
import { STATUS_CODES } from 'node:http';

import { errorBody } from '../../contract/error-body.ts';
import { isCause, refusalWords } from '../../contract/effective/refusal-words.ts';
import type { FaultEffect } from '../../contract/control-words.ts';
import type { Example, Operation, Response } from '../../contract/openapi-document.ts';
import type { CompiledContract } from '../../contract/validators.ts';
import type { ErrorCode, OperationId } from '../../contract/words.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { statusOfCause } from '../../domain/errors.ts';
import { causeOfStatus, causesOf } from './cause-of-status.ts';

export interface FaultResponse {
  readonly status: number;
  readonly mediaType?: string;
  /** Undefined for none. */
  readonly body?: unknown;
  /** The error code, if it is an error response. */
  readonly cause?: ErrorCode;
}

/** Returns the response of a fault; undefined if the service responds. */
export function faultResponse(
  { status, code, ...effect }: FaultEffect,
  contract: CompiledContract,
  operationId: OperationId | undefined,
): FaultResponse | undefined {
  const { dialect } = contract;
  if ('body' in effect) return { status: status ?? 200, body: effect.body };
  if (code !== undefined) return refusal(dialect, code, status ?? statusOf(dialect, code));
  if (status === undefined) return undefined;
  if (status < 400) return { status };
  return refusal(dialect, causeOfStatus(contract, operationId, status) ?? 'internal', status);
}

/** A choice among the responses of an operation. */
export interface Choice {
  readonly status: number | undefined;
  /** Name of an example. */
  readonly example: string | undefined;
}

export type Declared = { readonly response: FaultResponse } | { readonly problem: string };

/** Finds the response in the effective contract that was selected by status or example. */
export function findDeclared(operation: Operation, { status, example }: Choice): Declared {
  const declared = responsesOf(operation);
  if (status !== undefined && !declared.some((response) => response.status === status)) {
    const statuses = declared.map((response) => response.status);
    return { problem: `code must be one of ${statuses.join(', ')} for ${operation.operationId}` };
  }
  const chosen = declared.filter((response) => status === undefined || response.status === status);
  const found =
    example === undefined ? chosen[0] : chosen.find(({ examples }) => examples.has(example));
  if (found === undefined) {
    const names = chosen.flatMap(({ examples }) => [...examples.keys()]);
    return { problem: `example must be one of ${names.join(', ')}` };
  }
  const name = example ?? found.examples.keys().next().value;
  const cause = found.causes.find((each) => each === name) ?? found.causes[0];
  const body = name === undefined ? undefined : found.examples.get(name)?.value;
  return {
    response: {
      status: found.status,
      ...(found.mediaType !== undefined && { mediaType: found.mediaType }),
      ...(body !== undefined && { body }),
      ...(cause !== undefined && { cause }),
    },
  };
}

interface DeclaredResponse {
  readonly status: number;
  readonly mediaType: string | undefined;
  readonly examples: ReadonlyMap<string, Example>;
  readonly causes: readonly ErrorCode[];
}

/** That of success first. */
function responsesOf({ responses }: Operation): readonly DeclaredResponse[] {
  return Object.entries(responses)
    .flatMap(([status, response]) => ('$ref' in response ? [] : declaredResponse(status, response)))
    .toSorted((one, other) => one.status - other.status);
}

function declaredResponse(status: string, { content = {}, ...rest }: Response): DeclaredResponse {
  const [mediaType, media] = Object.entries(content)[0] ?? [];
  return {
    status: Number(status),
    mediaType,
    examples: new Map(Object.entries(media?.examples ?? {})),
    causes: causesOf(rest),
  };
}

/** 500 for a code that no cause has; the control API takes it beside a status alone. */
function statusOf(dialect: Dialect, code: string): number {
  return isCause(code) && code !== 'internal' ? statusOfCause(dialect, code) : 500;
}

function refusal(dialect: Dialect, code: string, status: number): FaultResponse {
  const cause = isCause(code) ? code : undefined;
  const message =
    cause === undefined ? (STATUS_CODES[status] ?? `Status ${status}.`) : refusalWords[cause];
  const { contentType, body } = errorBody(dialect, { code, message, details: [], status });
  return {
    status,
    ...(contentType !== null && { mediaType: contentType, body }),
    ...(cause !== undefined && { cause }),
  };
}
