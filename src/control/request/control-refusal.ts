import { InvalidDuration, parseDuration } from '../../domain/duration.ts';
import type { ControlSchemas } from './handler.ts';

export type ControlErrorCode = ControlSchemas['ErrorCode'];
export type ControlErrorDetail = ControlSchemas['ErrorDetail'];

/** The status of each error code, in every dialect. */
export const STATUSES = {
  malformed: 400,
  invalidRequest: 400,
  workspaceConflict: 400,
  flagUnknown: 400,
  controlToken: 401,
  originNotAllowed: 403,
  hostNotAllowed: 403,
  notFound: 404,
  workspaceUnknown: 404,
  userUnknown: 404,
  transactionUnknown: 404,
  walletUnknown: 404,
  methodNotAllowed: 405,
  notAcceptable: 406,
  requestTimeout: 408,
  illegalState: 409,
  workspaceExists: 409,
  workspaceLimit: 409,
  workspaceReset: 409,
  tooLarge: 413,
  unsupportedMediaType: 415,
  expectationFailed: 417,
  invalidScenario: 422,
  invalidDialect: 422,
  headersTooLarge: 431,
  internal: 500,
  notReady: 503,
  storeUnavailable: 503,
} as const satisfies Record<ControlErrorCode, number>;

/**
 * An error response of the control API, or of the sandbox before the service and its dialect apply. If it is
 * thrown inside a unit of work, the unit is rolled back.
 */
export class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal';
  readonly code: ControlErrorCode;
  readonly details: readonly ControlErrorDetail[];
  /** Set with the codes `invalidScenario` and `invalidDialect`. */
  readonly findings: readonly ControlSchemas['Finding'][] | undefined;
  /** Supported methods, for the Allow header (RFC 9110, section 15.5.6). */
  readonly allow: readonly string[] | undefined;
  /** Seconds for the Retry-After header. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ControlErrorCode,
    message: string,
    facts: Partial<Pick<ControlRefusal, 'details' | 'findings' | 'allow' | 'retryAfter'>> = {},
  ) {
    super(message);
    this.code = code;
    this.details = facts.details ?? [];
    this.findings = facts.findings;
    this.allow = facts.allow;
    this.retryAfter = facts.retryAfter;
  }

  get status(): number {
    return STATUSES[this.code];
  }

  get body(): ControlSchemas['Error'] {
    const { code, message, details, findings } = this;
    return {
      code,
      message,
      details: [...details],
      ...(findings === undefined ? {} : { findings: [...findings] }),
    };
  }
}

/** Returns the refusal of the value at `pointer` in a request. @param expected describes a valid value */
export function createRefusalAt(
  pointer: string,
  code: ControlErrorCode,
  message: string,
  expected = message,
): ControlRefusal {
  return new ControlRefusal(code, message, { details: [{ pointer, message: expected }] });
}

/** Returns the milliseconds of a duration in a request. @throws ControlRefusal invalidRequest */
export function parseDurationAt(pointer: string, duration: string): number {
  try {
    return parseDuration(duration);
  } catch (error) {
    if (error instanceof InvalidDuration)
      throw createRefusalAt(pointer, 'invalidRequest', error.message);
    throw error;
  }
}
