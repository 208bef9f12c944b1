/** Why a request to the control API failed. */
import type { Schemas } from './schemas.ts';

/** The sandbox rejected the request. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  readonly code: Schemas['ErrorCode'];
  readonly details: readonly Schemas['ErrorDetail'][];
  readonly findings: readonly Schemas['Finding'][];

  constructor(status: number, { code, message, details, findings = [] }: Schemas['Error']) {
    // Findings are shown in a list of their own.
    super(findings.length > 0 ? message : [message, ...details.map(place)].join(' '));
    this.status = status;
    this.code = code;
    this.details = details;
    this.findings = findings;
  }
}

/** `times: must be 1 or more.` */
function place({ pointer, message }: Schemas['ErrorDetail']): string {
  const [, , ...names] = pointer.split('/');
  const name = names.at(-1);
  return `${name === undefined ? '' : `${name}: `}${message}.`;
}

/** The sandbox did not respond. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  constructor() {
    super('The sandbox is unreachable.');
  }
}

/** @param body of an error response; anything, if another server responds */
export function errorOf(status: number, body: unknown): Error {
  return isControlError(body)
    ? new ControlError(status, body)
    : new Error(`The sandbox responded with status ${status}.`);
}

function isControlError(body: unknown): body is Schemas['Error'] {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}
