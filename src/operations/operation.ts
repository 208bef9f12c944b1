/** What an operation of the contract is to the pipeline. */
import type { OperationResponse, OperationId } from '../contract/words.ts';
import type { CanonicalRequest } from '../contract/wire.ts';
import type { Refusal } from '../domain/errors.ts';
import type { Signatures } from '../ports/signatures.ts';
import type { SessionGrant } from '../sessions/session-token.ts';
import type { Bearer } from '../domain/records.ts';
import type { View, UnitOfWork } from '../store/store.ts';

export type { Bearer } from '../domain/records.ts';

export interface OperationContext {
  readonly clientId: string;
  readonly bearer: Bearer;
  /** The code of each one-time password for which nothing else is fixed; null draws one. */
  readonly usualCode: string | null;
  /** The challenge that the signature turned out to sign; null for none, or before it is checked. */
  readonly signedChallenge: string | null;
}

export type { OperationResponse } from '../contract/words.ts';

/** The result of an accepted request. The pipeline adds sessionJwt if the response has one. */
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
  /** What costs time and must not hold a unit of work: signatures are checked here. */
  prepare?(
    request: CanonicalRequest<Id>,
    context: OperationContext,
    resources: PrepareResources,
  ): Promise<OperationContext>;
  /**
   * Runs inside a unit of work, and awaits nothing but that. A refusal that is thrown undoes what
   * was written; one that is returned is the response, and what was written stays.
   */
  run(
    unit: UnitOfWork,
    request: CanonicalRequest<Id>,
    context: OperationContext,
  ): Promise<Accepted<Id> | Refusal>;
}

export type Operation<Id extends OperationId> = ReadOperation<Id> | WriteOperation<Id>;
