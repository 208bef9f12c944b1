import type { Request, RequestHandler } from 'express';

import type { Operation } from '../../contract/openapi-document.ts';
import { Refusal } from '../../domain/errors.ts';
import { readPreference } from '../../traffic/preference.ts';
import type { Preference } from '../../traffic/preference.ts';
import { declaredAnswer } from '../../traffic/stand-in.ts';
import type { StandIn } from '../../traffic/stand-in.ts';
import { contractOf } from '../call.ts';
import type { Services } from '../services.ts';
import { mark, suffer } from './effect.ts';

/** Gives a call the answer that its Prefer header asks for, as mock servers do (RFC 7240). */
export function preferences(services: Services): RequestHandler {
  return async (req, res, next) => {
    const header = req.headers['prefer'];
    const operation = header === undefined ? undefined : operationOf(req);
    if (header === undefined || operation === undefined) {
      next();
      return;
    }
    const read = readPreference(String(header));
    if (read.outcome === 'none') {
      next();
      return;
    }
    mark(req, res, 'prefer');
    if (read.outcome === 'wrong') throw wrong(read.problem);
    const answer = answerTo(read.preference, operation);
    res.setHeader('Preference-Applied', read.preference.applied);
    const effect = { delay: read.preference.delay, answer, connection: undefined };
    await suffer(effect, { req, res, next }, services);
  };
}

function answerTo({ status, example }: Preference, operation: Operation): StandIn | undefined {
  if (status === undefined && example === undefined) return undefined;
  const declared = declaredAnswer(operation, { status, example });
  if ('problem' in declared) throw wrong(declared.problem);
  return declared.answer;
}

/** A call that fits no operation has nothing to prefer. */
function operationOf({ call }: Request): Operation | undefined {
  const { document, operations } = contractOf(call);
  const placed = operations.find(({ operationId }) => operationId === call.operationId);
  return placed && document.paths[placed.path]?.[placed.method];
}

function wrong(problem: string): Refusal {
  return new Refusal('schema', 'The Prefer header asks for what there is not.', {
    details: [{ pointer: '/headers/prefer', message: problem }],
  });
}
