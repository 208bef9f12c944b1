/** Detects the HTTP status of a cause by a rejection with only that cause (§7). */
import type { Dialect } from '../../src/dialect/dialect.ts';
import { NotTested } from '../check-errors.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import type { Probing } from './define-probe.ts';

export type StatusCause = keyof Dialect['errors']['status'];

/** Decides the status of a cause if the dialect can express it. */
export function decideStatus(t: Probing, cause: StatusCause, refusal: HttpResponse): void {
  const key = `errors.status.${cause}`;
  if (refusal.status >= 400 && refusal.status < 500) t.decide(key, refusal.status, refusal);
  else t.leaveOpen(key, `It returns ${refusal.status}.`);
}

/** Decides the status of the only error in a request; throws NotTested if it is accepted. */
export async function decideStatusByRequest(
  t: Probing,
  cause: StatusCause,
  request: HttpRequest,
): Promise<HttpResponse> {
  const response = await t.sendToService(request);
  if (response.accepted) {
    const what = `${request.method} ${request.path} with a request that should cause it`;
    throw new NotTested(`${what} returns ${response.status}`, 'dialect');
  }
  decideStatus(t, cause, response);
  return response;
}
