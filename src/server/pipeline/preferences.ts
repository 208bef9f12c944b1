import type { Request, RequestHandler } from 'express';

import type { Operation } from '../../contract/openapi-document.ts';
import { Refusal } from '../../domain/errors.ts';
import { parsePreference, type Preference } from '../../traffic/faults/preference.ts';
import { findDeclaredResponse, type FaultResponse } from '../../traffic/faults/fault-response.ts';
import { getContract } from '../request-context.ts';
import type { Services } from '../services.ts';
import { markFault, applyEffect } from './effect.ts';

/** Applies the Prefer header (RFC 7240) like other mock servers: waits, and sends the selected response. */
export function createPreferenceStage(services: Services): RequestHandler {
  return (req, res, next) => {
    const header = req.headers['prefer'];
    // Without an operation, there are no responses to select from.
    const operation = header === undefined ? undefined : findOperation(req);
    const parsed = operation && parsePreference(String(header));
    if (operation === undefined || parsed === undefined || parsed.outcome === 'none') {
      next();
      return undefined;
    }
    markFault(req, res, 'prefer');
    if (parsed.outcome === 'invalid') throw createRefusal(parsed.problem);
    const { preference } = parsed;
    const response = createResponse(preference, operation);
    res.setHeader('Preference-Applied', preference.applied);
    const effect = { delay: preference.delay, response, connection: undefined };
    return applyEffect(effect, [req, res, next], services);
  };
}

function createResponse(
  { status, example }: Preference,
  operation: Operation,
): FaultResponse | undefined {
  if (status === undefined && example === undefined) return undefined;
  const declared = findDeclaredResponse(operation, { status, example });
  if ('problem' in declared) throw createRefusal(declared.problem);
  return declared.response;
}

function findOperation({ context }: Request): Operation | undefined {
  const { operations } = getContract(context);
  return operations.find(({ operationId }) => operationId === context.operationId)?.operation;
}

function createRefusal(problem: string): Refusal {
  return new Refusal('invalidRequest', 'Invalid Prefer header.', {
    details: [{ pointer: '/headers/prefer', message: problem }],
  });
}
