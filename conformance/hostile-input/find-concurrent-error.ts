/** Sends a request twice at the same time, as after a double click. */
import type { OperationId } from '../../src/contract/types.ts';
import type { Attempt } from '../attempt.ts';
import { runConcurrently } from '../observations/run-concurrently.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import { Trouble } from '../target/trouble.ts';
import { otpOperations } from '../actors/operations.ts';

/** Number of rounds that must all have a server error, so that sporadic errors do not count. */
const ROUNDS = 5;

/** Returns a server error of every concurrent round but no sequential one; throws Trouble at others. */
export async function findConcurrentError(
  t: Attempt,
  operation: OperationId,
): Promise<HttpResponse | null> {
  let broken: HttpResponse | undefined;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const request = await t.flows.createValidRequest(operation);
    const responses = await runConcurrently(t, [
      () => sendOnce(t, request),
      () => sendOnce(t, request),
    ]);
    for (const response of responses) t.requireServiceResponse(response);
    broken = responses.find(isServerError);
    if (broken === undefined) return null;
    const other = await t.flows.createValidRequest(operation);
    for (const response of [await sendOnce(t, other), await sendOnce(t, other)]) {
      if (isServerError(response)) throw new Trouble(`${operation} returns ${response.status}`);
    }
  }
  return broken ?? null;
}

/** Sends a request without repeating it after a server error. */
function sendOnce(t: Attempt, request: HttpRequest): Promise<HttpResponse> {
  const { operation } = request;
  const isSend = operation === otpOperations.sms.send || operation === otpOperations.email.send;
  if (isSend) t.ctx.ledger.countSend();
  return t.sendWithoutDiagnostics(request);
}

function isServerError({ status }: HttpResponse): boolean {
  return status >= 500;
}
