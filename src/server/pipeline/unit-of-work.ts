import { ONLY } from '../../store/parts.ts';
import type { Request, RequestHandler, Response } from 'express';

import type { CompiledContract } from '../../contract/validators.ts';
import { readRequest } from '../../contract/wire.ts';
import type { Answer, OperationId } from '../../contract/words.ts';
import { successStatus } from '../../dialect/success-status.ts';
import { Refusal } from '../../domain/errors.ts';
import { operations } from '../../operations/index.ts';
import type { Accepted, Operation } from '../../operations/operation.ts';
import { currentSigningKey } from '../../sessions/signing-key.ts';
import { signSession, type SessionGrant } from '../../sessions/session-token.ts';
import { answer } from '../answer.ts';
import type { View } from '../../store/store.ts';
import { disturbed } from '../../traffic/chaos/disturbed-answer.ts';
import type { ChaosPlan } from '../../traffic/chaos/plan.ts';
import { heedLateSettlements } from '../../traffic/chaos/late-settlements.ts';
import { clientOf, heldOf } from '../call.ts';
import type { Call } from '../call.ts';
import { namedUser } from '../named-user.ts';
import type { Services } from '../services.ts';
import { markChaos, plannedCall } from './chaos.ts';

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
    if (call.chaosPlan !== undefined) await heedChaos(call.chaosPlan, req, res);
    const outcome = await run(req, res);
    if (outcome instanceof Refusal) throw outcome;
    call.outcome = 'accepted';
    call.grant = outcome.grant;
    const { body, grant } = outcome;
    const isSigned = grant !== undefined && body['sessionJwt'] !== undefined;
    answer(req, res, { status, body: isSigned ? await signed(body, grant, call) : body });
  };

  /** A transaction that is late shows in user reads (§3). */
  async function heedChaos(plan: ChaosPlan, req: Request, res: Response): Promise<void> {
    const { call } = req;
    const known = operationId === 'getUser' ? plannedCall(req) : undefined;
    const userId = call.bearer.kind === 'session' ? call.bearer.userId : namedUser(req);
    if (known === undefined || userId === undefined) return;
    const about = { userId, plan, call: known };
    const found = await heedLateSettlements(store, heldOf(call), about);
    if (found === 'pending') markChaos(call, res, 'longPending');
  }

  async function run(req: Request, res: Response): Promise<Prepared | Refusal> {
    const { call } = req;
    const workspace = heldOf(call);
    const request = readRequest(operationId, req, dialect);
    const context = { clientId: clientOf(call).id, bearer: call.bearer, signedChallenge: null };
    if (operation.access === 'read') {
      return store.read(workspace, async (view) =>
        prepare(await operation.run(view, request, context), view, { call, res }),
      );
    }
    const ready =
      operation.prepare === undefined
        ? context
        : await operation.prepare(request, context, {
            signatures,
            read: (read) => store.read(workspace, read),
          });
    return store.write(workspace, async (unit) => {
      const prepared = prepare(await operation.run(unit, request, ready), unit, { call, res });
      if (call.chaos.includes('challengePhrase')) {
        await unit.put('chaos', ONLY, { ...unit.chaos, phrase: 'seen' });
      }
      return prepared;
    });
  }

  /** The answer of an accepted call, held against the contract while nothing is committed yet. */
  function prepare(
    accepted: Accepted<Id> | Refusal,
    view: View,
    { call, res }: { readonly call: Call; readonly res: Response },
  ): Prepared | Refusal {
    if (accepted instanceof Refusal) return accepted;
    call.shownAt = view.now;
    const grant = 'grant' in accepted ? accepted.grant : undefined;
    const answer = grant === undefined ? accepted.body : { sessionJwt: UNSIGNED, ...accepted.body };
    // Body and sessionJwt together are what the operation answers.
    const body = disturbed(operationId, answer as Answer<Id>, {
      dialect,
      plan: call.chaosPlan,
      mark: (kind) => markChaos(call, res, kind),
    });
    contract.validateAnswer(operationId, status, body);
    // The contract, which it has just passed, has objects only.
    return { body: body as Prepared['body'], grant };
  }

  /** Signing takes time, so it waits until the unit of work is committed. */
  async function signed(body: Prepared['body'], grant: SessionGrant, call: Call): Promise<unknown> {
    const key = await currentSigningKey(store, heldOf(call), tokens);
    return { ...body, sessionJwt: await signSession(grant, { key, dialect, tokens }) };
  }
}
