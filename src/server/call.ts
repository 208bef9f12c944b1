import type { CompiledContract } from '../contract/validators.ts';
import type { OperationId } from '../contract/words.ts';
import type { Bearer } from '../operations/operation.ts';
import type { Client } from '../store/state.ts';
import type { HeldWorkspace } from '../store/store.ts';

/** What the stages of the pipeline have found out about a request. */
export class Call {
  /** The path that was asked for, without its query, which could hold secrets. */
  readonly path: string;
  workspace = 'default';
  /** The workspace as it stood when the call came: no other state of it answers the call. */
  held: HeldWorkspace | undefined;
  contract: CompiledContract | undefined;
  operationId: OperationId | undefined;
  client: Client | undefined;
  bearer: Bearer = { kind: 'none' };
  /** Why the answer is what it is, and the clause that a refusal rests on; for the log. */
  outcome: string | undefined;
  clause: string | undefined;

  constructor(path: string) {
    this.path = path;
  }
}

declare module 'express-serve-static-core' {
  interface Request {
    call: Call;
  }
}

/** A stage came before the one that it relies on: a mistake in the pipeline itself. */
class StageOrderError extends Error {
  override readonly name = 'StageOrderError';
}

export function contractOf(call: Call): CompiledContract {
  if (call.contract === undefined) throw new StageOrderError('the workspace is not known yet');
  return call.contract;
}

export function heldOf(call: Call): HeldWorkspace {
  if (call.held === undefined) throw new StageOrderError('the workspace is not known yet');
  return call.held;
}

export function clientOf(call: Call): Client {
  if (call.client === undefined) throw new StageOrderError('the client is not known yet');
  return call.client;
}
