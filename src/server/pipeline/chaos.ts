import type { Request, RequestHandler, Response } from 'express';

import type { ChaosKind } from '../../contract/control-types.ts';
import type { CompiledContract } from '../../contract/validators.ts';
import type { OperationId } from '../../contract/types.ts';
import { getSuccessStatus } from '../../dialect/success-status.ts';
import { Refusal } from '../../domain/errors.ts';
import { ONLY_KEY } from '../../store/parts.ts';
import { varyResponse } from '../../traffic/chaos/vary-response.ts';
import { planChaos, settleLateTransactions } from '../../traffic/chaos/plan.ts';
import type { ChaosPlan, PlannedRequest } from '../../traffic/chaos/plan.ts';
import { getWorkspaceId, type RequestContext, readRequestedUserId } from '../request-context.ts';
import type { Services } from '../services.ts';
import { readParsedBody, applyEffect } from './effect.ts';

const CHAOS_HEADER = 'flagbearer-chaos';

/**
 * Draws the variations of a request and applies those that come before the service. A request with a fault
 * is left unchanged.
 */
export function createChaosStage(services: Services): RequestHandler {
  return (req, res, next) => {
    const { context } = req;
    if (context.chaosLevel !== 'off' && context.fault === undefined) {
      const request = toPlannedRequest(req);
      if (request !== undefined) return applyChaos(request, [req, res, next]);
    }
    // Most requests continue here, without a promise.
    next();
    return undefined;
  };

  async function applyChaos(
    request: PlannedRequest,
    [req, res, next]: Parameters<RequestHandler>,
  ): Promise<void> {
    const { context } = req;
    const plan = await services.store.write(getWorkspaceId(context), (unit) =>
      planChaos(unit, request),
    );
    context.chaosPlan = plan;
    if (plan.kinds.has('rateLimit')) {
      await readParsedBody(req, res);
      markChaos(context, res, 'rateLimit');
      const { retryAfter } = plan;
      throw new Refusal('rateLimited', `Too many requests; retry after ${retryAfter} s.`, {
        retryAfter,
      });
    }
    if (!plan.kinds.has('slowResponse')) {
      next();
      return;
    }
    markChaos(context, res, 'slowResponse');
    const effect = { delay: plan.delay, response: undefined, connection: undefined };
    await applyEffect(effect, [req, res, next], services);
  }
}

/** Applies chaos to the success response of an operation: after authentication, when the user is known. */
export function createResponseChaosStage(
  operationId: OperationId,
  contract: CompiledContract,
  { store }: Services,
): RequestHandler {
  const { dialect } = contract;
  return (req, res, next) => {
    const { chaosPlan } = req.context;
    if (chaosPlan !== undefined) return prepareVariations(chaosPlan, req, res).then(() => next());
    next();
    return undefined;
  };

  async function prepareVariations(plan: ChaosPlan, req: Request, res: Response): Promise<void> {
    const { context } = req;
    await applyLateSettlements(plan, req, res);
    context.varyBody = async (response) => {
      const { body, applied } = varyResponse(response, plan, dialect);
      contract.validateResponse(operationId, getSuccessStatus(operationId, dialect), body);
      if (applied.includes('challengePhrase')) {
        await store.write(getWorkspaceId(context), (unit) =>
          unit.put('chaos', ONLY_KEY, { ...unit.chaos, isPhraseIssued: true }),
        );
      }
      for (const kind of applied) markChaos(context, res, kind);
      return body;
    };
  }

  /** In a user read, settles late transactions, or marks the response if one is still PENDING (§3). */
  async function applyLateSettlements(plan: ChaosPlan, req: Request, res: Response): Promise<void> {
    if (operationId !== 'getUser') return;
    const { context } = req;
    const request = toPlannedRequest(req);
    const userId =
      context.bearer.kind === 'session' ? context.bearer.userId : readRequestedUserId(req);
    if (request === undefined || userId === undefined) return;
    const target = { userId, plan, request };
    const state = await settleLateTransactions(store, getWorkspaceId(context), target);
    if (state === 'pending') markChaos(context, res, 'longPending');
  }
}

function markChaos(context: RequestContext, res: Response, kind: ChaosKind): void {
  context.chaos = context.chaos.includes(kind) ? context.chaos : [...context.chaos, kind];
  res.setHeader(CHAOS_HEADER, context.chaos.join(', '));
}

function toPlannedRequest({ context, headers }: Request): PlannedRequest | undefined {
  if (context.operationId === undefined) return undefined;
  const id = String(headers['service-client-id'] ?? '');
  return { operationId: context.operationId, clientId: context.clients.has(id) ? id : null };
}
