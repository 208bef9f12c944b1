import type { Schemas } from './schemas.ts';

/** A request that the sandbox refused. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  readonly code: Schemas['ErrorCode'];
  readonly details: readonly Schemas['ErrorDetail'][];
  readonly findings: readonly Schemas['Finding'][];

  constructor(status: number, { code, message, details, findings = [] }: Schemas['Error']) {
    // Findings are shown in a separate list.
    super(findings.length > 0 ? message : [message, ...details.map(detailText)].join(' '));
    this.status = status;
    this.code = code;
    this.details = details;
    this.findings = findings;
  }
}

/** `times: must be 1 or more.` */
function detailText({ pointer, message }: Schemas['ErrorDetail']): string {
  const [, , ...names] = pointer.split('/');
  return `${[...names.slice(-1), message].join(': ')}.`;
}

/** A request that got no response. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  constructor() {
    super('The sandbox is unreachable.');
  }
}

/** Returns the error of a response. @param body any value, since another server may respond */
export function errorOf(status: number, body: unknown): Error {
  return isControlError(body)
    ? new ControlError(status, body)
    : new Error(`The sandbox responded with status ${status}.`);
}

function isControlError(body: unknown): body is Schemas['Error'] {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}
