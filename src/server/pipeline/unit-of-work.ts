import type { Request, RequestHandler } from 'express';

import type { CompiledContract } from '../../contract/validators.ts';
import { readRequest, writeAnswer } from '../../contract/wire.ts';
import type { Answer, OperationId } from '../../contract/words.ts';
import { successStatus } from '../../dialect/success-status.ts';
import { Refusal } from '../../domain/errors.ts';
import { operations } from '../../operations/index.ts';
import type { Accepted, Operation } from '../../operations/operation.ts';
import { currentSigningKey } from '../../sessions/signing-key.ts';
import { signSession, type SessionGrant } from '../../sessions/session-token.ts';
import { sendResponse } from '../send-response.ts';
import type { View } from '../../store/store.ts';
import { clientOf, heldOf } from '../call.ts';
import type { Call } from '../call.ts';
import type { Services } from '../services.ts';

/** A response that is about to be committed. */
interface Prepared {
  readonly body: Readonly<Record<string, unknown>>;
  readonly grant: SessionGrant | undefined;
}

/** Stands for the sessionJwt until the unit of work is committed; it has the form of one. */
const UNSIGNED = 'not.yet.signed';

/** Runs an operation: what it writes is kept if, and only if, its response keeps the contract. */
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
    const outcome = await run(req);
    if (outcome instanceof Refusal) throw outcome;
    call.outcome = 'accepted';
    call.grant = outcome.grant;
    const { body, grant } = outcome;
    const isSigned = grant !== undefined && body['sessionJwt'] !== undefined;
    const whole = isSigned ? await signed(body, grant, call) : body;
    sendResponse(req, res, {
      status,
      body: call.shape === undefined ? whole : await call.shape(whole),
    });
  };

  async function run(req: Request): Promise<Prepared | Refusal> {
    const { call } = req;
    const workspace = heldOf(call);
    const request = readRequest(operationId, req, dialect);
    const context = {
      clientId: clientOf(call).id,
      bearer: call.bearer,
      usualCode: services.fixedCode ?? null,
      signedChallenge: null,
    };
    if (operation.access === 'read') {
      return store.read(workspace, async (view) =>
        prepare(await operation.run(view, request, context), view, call),
      );
    }
    const ready =
      operation.prepare === undefined
        ? context
        : await operation.prepare(request, context, {
            signatures,
            read: (read) => store.read(workspace, read),
          });
    return store.write(workspace, async (unit) =>
      prepare(await operation.run(unit, request, ready), unit, call),
    );
  }

  /** The response of an accepted call, held against the contract while nothing is committed yet. */
  function prepare(accepted: Accepted<Id> | Refusal, view: View, call: Call): Prepared | Refusal {
    if (accepted instanceof Refusal) return accepted;
    call.shownAt = view.now;
    const grant = 'grant' in accepted ? accepted.grant : undefined;
    const answer = grant === undefined ? accepted.body : { sessionJwt: UNSIGNED, ...accepted.body };
    // Body and sessionJwt together are what the operation answers.
    const body = writeAnswer(operationId, answer as Answer<Id>, dialect);
    contract.validateResponse(operationId, status, body);
    // The contract, which it has just passed, has objects only.
    return { body: body as Prepared['body'], grant };
  }

  /** Signing takes time, so it waits until the unit of work is committed. */
  async function signed(body: Prepared['body'], grant: SessionGrant, call: Call): Promise<unknown> {
    const key = await currentSigningKey(store, heldOf(call), tokens);
    return { ...body, sessionJwt: await signSession(grant, { key, dialect, tokens }) };
  }
}
