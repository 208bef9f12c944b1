/** Detects the HTTP status of a cause by a rejection with only that cause (§7). */
import type { Dialect } from '../../src/dialect/dialect.ts';
import { NotTested } from '../outcomes.ts';
import type { HttpRequest, Reply } from '../target/http-request.ts';
import type { Probing } from './define-probe.ts';

export type StatusCause = keyof Dialect['errors']['status'];

/** Decides the status of a cause if the dialect can express it. */
export function decideStatus(t: Probing, cause: StatusCause, refusal: Reply): void {
  const key = `errors.status.${cause}`;
  if (refusal.status >= 400 && refusal.status < 500) t.decide(key, refusal.status, refusal);
  else t.leaveOpen(key, `It returns ${refusal.status}.`);
}

/**
 * Sends a request with one error, and decides the status of that error.
 *
 * @throws NotTested if it is accepted
 */
export async function decideStatusByRequest(
  t: Probing,
  cause: StatusCause,
  request: HttpRequest,
): Promise<Reply> {
  const reply = await t.send(request);
  t.requireServiceResponse(reply);
  if (reply.accepted) {
    const what = `${request.method} ${request.path} with a request that should cause it`;
    throw new NotTested(`${what} returns ${reply.status}`, 'dialect');
  }
  decideStatus(t, cause, reply);
  return reply;
}
