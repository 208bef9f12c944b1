import type { Request, RequestHandler, Response } from 'express';

import type { ChaosKind } from '../../contract/control-words.ts';
import type { CompiledContract } from '../../contract/validators.ts';
import type { OperationId } from '../../contract/words.ts';
import { successStatus } from '../../dialect/success-status.ts';
import { Refusal } from '../../domain/errors.ts';
import { ONLY } from '../../store/parts.ts';
import { varied } from '../../traffic/chaos/varied-response.ts';
import { heedLateSettlements } from '../../traffic/chaos/late-settlements.ts';
import { planChaos } from '../../traffic/chaos/plan.ts';
import type { ChaosPlan, PlannedCall } from '../../traffic/chaos/plan.ts';
import { heldOf } from '../call.ts';
import type { Call } from '../call.ts';
import { namedUser } from '../named-user.ts';
import type { Services } from '../services.ts';
import { readWhole, applyEffect } from './effect.ts';

/** What chaos has done to a response. */
const CHAOS_HEADER = 'flagbearer-chaos';

/**
 * Draws what chaos does to a request, and does what comes before the service. A request that has a fault
 * of its own is left alone.
 */
export function chaos(services: Services): RequestHandler {
  return (req, res, next) => {
    const { call } = req;
    const planned = call.chaosLevel === 'off' ? undefined : plannedCall(req);
    // Most calls pass here: they cost no promise.
    if (planned !== undefined && call.fault === undefined) return disturb(planned);
    next();
    return undefined;

    async function disturb(known: PlannedCall): Promise<void> {
      const plan = await services.store.write(heldOf(call), (unit) => planChaos(unit, known));
      call.chaosPlan = plan;
      if (plan.kinds.has('rateLimit')) {
        await readWhole(req, res);
        markChaos(call, res, 'rateLimit');
        const { retryAfter } = plan;
        throw new Refusal('rateLimited', `Too many requests; retry after ${retryAfter} s.`, {
          retryAfter,
        });
      }
      if (!plan.kinds.has('slowResponse')) {
        next();
        return;
      }
      markChaos(call, res, 'slowResponse');
      const late = { delay: plan.delay, answer: undefined, connection: undefined };
      await applyEffect(late, { req, res, next }, services);
    }
  };
}

/** Does what chaos does to the accepted response of an operation; its user is known by now. */
export function chaosOfAnswer(
  operationId: OperationId,
  contract: CompiledContract,
  { store }: Services,
): RequestHandler {
  const { dialect } = contract;
  return (req, res, next) => {
    const { chaosPlan } = req.call;
    if (chaosPlan !== undefined) return prepare(chaosPlan, req, res).then(() => next());
    next();
    return undefined;
  };

  async function prepare(plan: ChaosPlan, req: Request, res: Response): Promise<void> {
    const { call } = req;
    await showLateSettlements(plan, req, res);
    call.shape = async (given) => {
      const { body, applied } = varied(given, plan, dialect);
      contract.validateResponse(operationId, successStatus(operationId, dialect), body);
      if (applied.includes('challengePhrase')) {
        await store.write(heldOf(call), (unit) =>
          unit.put('chaos', ONLY, { ...unit.chaos, phrase: 'seen' }),
        );
      }
      for (const kind of applied) markChaos(call, res, kind);
      return body;
    };
  }

  /** A transaction that is late shows in user reads (§3). */
  async function showLateSettlements(plan: ChaosPlan, req: Request, res: Response): Promise<void> {
    const { call } = req;
    const known = operationId === 'getUser' ? plannedCall(req) : undefined;
    const userId = call.bearer.kind === 'session' ? call.bearer.userId : namedUser(req);
    if (known === undefined || userId === undefined) return;
    const about = { userId, plan, call: known };
    const found = await heedLateSettlements(store, heldOf(call), about);
    if (found === 'pending') markChaos(call, res, 'longPending');
  }
}

/** Marks a request as disturbed in this way. */
function markChaos(call: Call, res: Response, kind: ChaosKind): void {
  call.chaos = call.chaos.includes(kind) ? call.chaos : [...call.chaos, kind];
  res.setHeader(CHAOS_HEADER, call.chaos.join(', '));
}

/** Undefined for a call that fits no operation. */
function plannedCall({ call, headers }: Request): PlannedCall | undefined {
  if (call.operationId === undefined) return undefined;
  const id = String(headers['service-client-id'] ?? '');
  return { operationId: call.operationId, clientId: call.clients.has(id) ? id : null };
}
