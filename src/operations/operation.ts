import type { OperationResponse, OperationId } from '../contract/types.ts';
import type { CanonicalRequest } from '../contract/wire.ts';
import type { Refusal } from '../domain/errors.ts';
import type { Signatures } from '../ports/signatures.ts';
import type { SessionGrant } from '../sessions/session-token.ts';
import type { TokenOwner } from '../domain/records.ts';
import type { View, UnitOfWork } from '../store/store.ts';

export interface OperationContext {
  readonly clientId: string;
  readonly bearer: TokenOwner;
  /** The code of one-time passwords; the code of a user or scenario takes precedence. Null for random codes. */
  readonly defaultCode: string | null;
  /** The challenge that was signed; null if none was signed, or before the signature is verified. */
  readonly signedChallenge: string | null;
}

/** The result of an accepted request. For a sign-in, `grant` is its session, which the pipeline adds as sessionJwt. */
export type Accepted<Id extends OperationId> =
  OperationResponse<Id> extends { sessionJwt: string }
    ? { readonly body: Omit<OperationResponse<Id>, 'sessionJwt'>; readonly grant: SessionGrant }
    : { readonly body: OperationResponse<Id> };

export interface PrepareResources {
  readonly signatures: Signatures;
  read<Result>(read: (view: View) => Promise<Result>): Promise<Result>;
}

export interface ReadOperation<Id extends OperationId> {
  readonly access: 'read';
  run(
    view: View,
    request: CanonicalRequest<Id>,
    context: OperationContext,
  ): Promise<Accepted<Id> | Refusal>;
}

export interface WriteOperation<Id extends OperationId> {
  readonly access: 'write';
  /** Verifies signatures, which takes too long for a unit of work. */
  prepare?(
    request: CanonicalRequest<Id>,
    context: OperationContext,
    resources: PrepareResources,
  ): Promise<OperationContext>;
  /**
   * Runs inside a unit of work, and awaits only methods of the unit. A thrown refusal rolls the unit back; a
   * returned refusal commits it.
   */
  run(
    unit: UnitOfWork,
    request: CanonicalRequest<Id>,
    context: OperationContext,
  ): Promise<Accepted<Id> | Refusal>;
}

export type Operation<Id extends OperationId> = ReadOperation<Id> | WriteOperation<Id>;
