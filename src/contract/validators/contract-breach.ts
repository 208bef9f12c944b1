import type { ErrorDetail } from '../words.ts';

/** A response that the contract does not allow: a mistake of ours, never of the caller. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach';
  readonly operationId: string;
  readonly status: number;
  /** JSON Pointer (RFC 6901) into the response: `/body` and its members, or `/status`. */
  readonly pointer: string;

  constructor(operationId: string, status: number, { pointer, message }: ErrorDetail) {
    super(`the ${status} response of ${operationId} is invalid: ${pointer} ${message}`);
    this.operationId = operationId;
    this.status = status;
    this.pointer = pointer;
  }
}
