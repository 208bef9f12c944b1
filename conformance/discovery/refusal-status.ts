/** Describes a rejection, and detects the HTTP status of its cause (§7). */
import { toFields } from '../responses/fields.ts';
import type { HttpResponse, HttpRequest } from '../target/http-request.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import { NotTested } from '../check-errors.ts';
import type { Probing } from './define-probe.ts';
import { isClientError } from '../target/response-kinds.ts';

/** Returns the status and the error codes of a response, such as `401 invalid_client`, to compare. */
export function describeRefusal(response: HttpResponse): string {
  const codes = listErrorCodes(response).filter((code) => /^(string|number)$/.test(typeof code));
  return [response.status, ...codes].join(' ');
}

export function listErrorCodes({ body }: HttpResponse): readonly unknown[] {
  const fields = toFields(body);
  const error = toFields(fields?.['error']) ?? fields;
  return ['code', 'type', 'title', 'error'].map((name) => error?.[name]);
}

type StatusCause = keyof Dialect['errors']['status'];

/** Decides the status of a cause if a dialect can contain that status. */
export function decideStatus(t: Probing, cause: StatusCause, refusal: HttpResponse): void {
  const key = `errors.status.${cause}`;
  if (isClientError(refusal)) t.decide(key, refusal.status, refusal);
  else t.recordInconclusive(key, `The request returns ${refusal.status}.`);
}

/** Decides the status of the only error in a request; throws NotTested if the request is accepted. */
export async function decideStatusByRequest(
  t: Probing,
  cause: StatusCause,
  request: HttpRequest,
): Promise<HttpResponse> {
  const response = await t.sendToService(request);
  if (response.accepted) {
    const { method, path } = request;
    const message = `expected 4xx for an error (${cause}) in ${method} ${path}, got ${response.status}`;
    throw new NotTested(message, 'dialect');
  }
  decideStatus(t, cause, response);
  return response;
}
