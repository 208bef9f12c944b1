/** Sends a request twice at the same time, as after a double click. */
import type { OperationId } from '../../src/contract/types.ts';
import type { Attempt } from '../attempt.ts';
import { runConcurrently } from '../observations/run-concurrently.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import { Trouble } from '../target/trouble.ts';
import { isOtpSend } from '../actors/operations.ts';

/** Number of rounds that must all have a server error, so that sporadic errors do not count. */
const ROUNDS = 5;

/** Returns a server error of concurrent requests; throws Trouble if sequential ones have it too. */
export async function findConcurrentError(
  t: Attempt,
  operation: OperationId,
): Promise<HttpResponse | null> {
  let serverError: HttpResponse | undefined;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const request = await t.createValidRequest(operation);
    const responses = await runConcurrently(t, [
      () => sendOnce(t, request),
      () => sendOnce(t, request),
    ]);
    for (const response of responses) t.requireServiceResponse(response);
    serverError = responses.find(isServerError);
    if (serverError === undefined) return null;
    const control = await t.createValidRequest(operation);
    for (const response of [await sendOnce(t, control), await sendOnce(t, control)]) {
      if (isServerError(response)) throw new Trouble(`${operation} returns ${response.status}`);
    }
  }
  return serverError ?? null;
}

/** Sends a request without repeating it after a server error, and counts a send of a code. */
function sendOnce(t: Attempt, request: HttpRequest): Promise<HttpResponse> {
  const send = () => t.sendWithoutDiagnostics(request);
  return isOtpSend(request.operation) ? t.ctx.ledger.countSend(send) : send();
}

function isServerError({ status }: HttpResponse): boolean {
  return status >= 500;
}
