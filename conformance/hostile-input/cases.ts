/** Sends malformed requests; the check fails at the first request that is handled wrongly. */
import type { Attempt } from '../attempt.ts';
import {
  sendAndShareRejection,
  sendUnlessRejectedBefore,
} from '../observations/shared-responses.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import { createBlockedError } from '../target/request-errors.ts';

export interface Case {
  readonly description: string;
  readonly request: HttpRequest;
}

/** Sends a malformed request. If it is accepted and sends a one-time password, counts the password. */
export async function sendMalformed(t: Attempt, request: HttpRequest): Promise<HttpResponse> {
  return t.ctx.ledger.sendAndCountOtp(request, () => t.send(request));
}

/**
 * Asserts that every case is rejected; returns the last response. Throws RequestError if a gateway or a rate
 * limit blocked every request.
 */
export async function assertAllRejected(t: Attempt, cases: readonly Case[]): Promise<HttpResponse> {
  const responses: HttpResponse[] = [];
  for (const { description, request } of cases) {
    // Sends every case, even if an earlier check sent it: the caller asserts that these requests changed nothing.
    const response = await sendAndShareRejection(t, request, sendMalformed);
    responses.push(response);
    if (response.blockedBy === null) t.assertRejected(response, description);
  }
  const last = responses.findLast(({ blockedBy }) => blockedBy === null) ?? responses[0];
  if (last === undefined) throw new TypeError('no cases');
  if (last.blockedBy !== null) throw createBlockedError(last);
  return last;
}

/** Asserts that no case causes a server error. Returns the descriptions of the accepted cases. */
export async function assertNoServerErrors(
  t: Attempt,
  cases: readonly Case[],
): Promise<readonly string[]> {
  const accepted: string[] = [];
  for (const { description, request } of cases) {
    const response = await sendUnlessRejectedBefore(t, request, sendMalformed);
    t.assertNoServerError(response, description);
    if (response.accepted) accepted.push(description);
  }
  return accepted;
}
