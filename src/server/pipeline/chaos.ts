import type { Request, RequestHandler, Response } from 'express';

import type { ChaosKind } from '../../contract/control-words.ts';
import { Refusal } from '../../domain/errors.ts';
import { planChaos } from '../../traffic/chaos/plan.ts';
import type { PlannedCall } from '../../traffic/chaos/plan.ts';
import { heldOf } from '../call.ts';
import type { Call } from '../call.ts';
import type { Services } from '../services.ts';
import { readWhole, applyEffect } from './effect.ts';

/** What chaos has done to an answer. */
const CHAOS_HEADER = 'flagbearer-chaos';

/**
 * Draws what chaos does to a call, and does what comes before the service. What is done to an accepted
 * answer is for the unit of work. A call that has a fault of its own is left alone.
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
        throw new Refusal('rateLimited', `Too many calls; wait ${retryAfter} s.`, { retryAfter });
      }
      if (!plan.kinds.has('slowAnswer')) {
        next();
        return;
      }
      markChaos(call, res, 'slowAnswer');
      const late = { delay: plan.delay, answer: undefined, connection: undefined };
      await applyEffect(late, { req, res, next }, services);
    }
  };
}

/** Marks a call as disturbed in this way. */
export function markChaos(call: Call, res: Response, kind: ChaosKind): void {
  call.chaos = call.chaos.includes(kind) ? call.chaos : [...call.chaos, kind];
  res.setHeader(CHAOS_HEADER, call.chaos.join(', '));
}

/** Undefined for a call that fits no operation. */
export function plannedCall({ call, headers }: Request): PlannedCall | undefined {
  if (call.operationId === undefined) return undefined;
  const id = String(headers['service-client-id'] ?? '');
  return { operationId: call.operationId, clientId: call.clients.has(id) ? id : null };
}
