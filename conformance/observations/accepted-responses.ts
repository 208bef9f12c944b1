/** Selects accepted responses of the run, for checks that judge all of them. */
import type { OperationId } from '../../src/contract/types.ts';
import type { Attempt } from '../attempt.ts';
import { NotTested } from '../check-errors.ts';
import type { HttpResponse } from '../target/http-request.ts';

/** Returns the accepted responses to requests with the usual Accept header; throws NotTested without one. */
export function listAcceptedResponses(
  { ctx }: Attempt,
  operation: OperationId,
): readonly HttpResponse[] {
  const responses = ctx.responses.filter(
    ({ accepted, request }) =>
      accepted &&
      request.operation === operation &&
      request.headers['accept'] === 'application/json',
  );
  if (responses.length === 0)
    throw new NotTested(`no ${operation} request succeeded in this run`, 'contract');
  return responses;
}

export function listAcceptedJson(t: Attempt, operation: OperationId): readonly HttpResponse[] {
  const found = listAcceptedResponses(t, operation).filter(({ body }) => body !== undefined);
  if (found.length === 0) throw new NotTested(`needs a JSON response to ${operation}`, 'contract');
  return found;
}
