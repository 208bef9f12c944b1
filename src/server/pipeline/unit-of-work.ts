import type { RequestHandler } from 'express';

import type { CompiledContract } from '../../contract/validators.ts';
import { readRequest, writeAnswer } from '../../contract/wire.ts';
import type { Answer, OperationId } from '../../contract/words.ts';
import { successStatus } from '../../dialect/success-status.ts';
import { Refusal } from '../../domain/errors.ts';
import { operations } from '../../operations/index.ts';
import type { Accepted, Operation } from '../../operations/operation.ts';
import { currentSigningKey } from '../../sessions/signing-key.ts';
import { signSession, type SessionGrant } from '../../sessions/session-token.ts';
import { answer } from '../answer.ts';
import { clientOf, heldOf } from '../call.ts';
import type { Services } from '../services.ts';

/** An answer that is about to be committed. */
interface Prepared {
  readonly body: Readonly<Record<string, unknown>>;
  readonly grant: SessionGrant | undefined;
}

/** Stands for the sessionJwt until the unit of work is committed; it has the form of one. */
const UNSIGNED = 'not.yet.signed';

/** Runs an operation: what it writes is kept if, and only if, its answer keeps the contract. */
export function unitOfWork<Id extends OperationId>(
  operationId: Id,
  contract: CompiledContract,
  services: Services,
): RequestHandler {
  const { dialect } = contract;
  const operation: Operation<Id> = operations[operationId];
  const status = successStatus(operationId, dialect);
  const { store, signatures, tokens } = services;

  return async (req, res) => {
    const { call } = req;
    const workspace = heldOf(call);
    const request = readRequest(operationId, req, dialect);
    const context = { clientId: clientOf(call).id, bearer: call.bearer, signedChallenge: null };

    const outcome = await run();
    if (outcome instanceof Refusal) throw outcome;
    call.outcome = 'accepted';
    call.grant = outcome.grant;
    answer(req, res, { status, body: await signed(outcome) });

    async function run(): Promise<Prepared | Refusal> {
      if (operation.access === 'read') {
        return store.read(workspace, async (view) =>
          prepare(await operation.run(view, request, context)),
        );
      }
      const ready =
        (await operation.prepare?.(request, context, {
          signatures,
          read: (read) => store.read(workspace, read),
        })) ?? context;
      return store.write(workspace, async (unit) =>
        prepare(await operation.run(unit, request, ready)),
      );
    }

    /** Signing takes time, so it waits until the unit of work is committed. */
    async function signed({ body, grant }: Prepared): Promise<unknown> {
      if (grant === undefined || body['sessionJwt'] === undefined) return body;
      const key = await currentSigningKey(store, workspace, tokens);
      return { ...body, sessionJwt: await signSession(grant, { key, dialect, tokens }) };
    }
  };

  function prepare(accepted: Accepted<Id> | Refusal): Prepared | Refusal {
    if (accepted instanceof Refusal) return accepted;
    const grant = 'grant' in accepted ? accepted.grant : undefined;
    const answer = grant === undefined ? accepted.body : { sessionJwt: UNSIGNED, ...accepted.body };
    const body = writeAnswer(operationId, answer as Answer<Id>, dialect);
    contract.validateAnswer(operationId, status, body);
    // The contract, which it has just passed, has objects only.
    return { body: body as Prepared['body'], grant };
  }
}
