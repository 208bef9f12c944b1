/** Detects the user read by its access control, if its responses contain no user object (§4.8). */
import { toFields } from '../responses/fields.ts';
import { forgeSessions } from '../responses/forged-sessions.ts';
import { containsText } from '../responses/user-search.ts';
import { nullIfNotTested } from '../check-errors.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import { listIdentities } from '../actors/several-users.ts';
import { type HttpRequest, type HttpResponse, withBearer } from '../target/http-request.ts';
import type { Probing } from './define-probe.ts';
import { signInOtherAccount } from './signed-in-user.ts';
import { isServerError, isClientError } from '../target/response-kinds.ts';

/** How often each read is sent, with or without a valid session, so that no single response decides. */
const REPETITIONS = 2;

export interface ProtectedRead {
  readonly path: string;
  readonly response: HttpResponse;
}

/**
 * Returns the path that accepts only valid sessions: every user can read it repeatedly, requests without a
 * session or with a forged session are rejected, and similar paths do not exist. A server error counts as
 * accepted.
 *
 * @param requests user reads with a server error or without an object in the response
 */
export async function findProtectedRead(
  t: Probing,
  user: SignedIn,
  requests: readonly HttpRequest[],
): Promise<ProtectedRead | null> {
  const other = requests.length === 0 ? null : await findAnotherUser(t, user);
  if (other === null) return null;
  for (const request of requests) {
    const response = await readIfProtected(t, request, user, other);
    if (response !== null) return { path: request.path, response };
  }
  return null;
}

async function readIfProtected(
  t: Probing,
  request: HttpRequest,
  user: SignedIn,
  other: SignedIn,
): Promise<HttpResponse | null> {
  const read = async (bearer: string | null, path = request.path) => {
    return t.sendToService(withBearer({ ...request, path }, bearer));
  };
  const ownReads: HttpResponse[] = [];
  const otherReads: HttpResponse[] = [];
  for (let time = 0; time < REPETITIONS; time += 1) {
    ownReads.push(await read(user.session));
    otherReads.push(await read(other.session));
  }
  const reads = [...ownReads, ...otherReads];
  const areServerErrors = reads.every(isServerError);
  if (!areServerErrors && !reads.every(hasNoObject)) return null;
  const { path } = request;
  for (const similarPath of [`${path}-nowhere`, path.replace(/[^/]*$/, 'conform-nowhere')]) {
    if (!isClientError(await read(user.session, similarPath))) return null;
  }
  const forged = forgeSessions(user, other).map(([, session]) => session);
  for (const bearer of [null, ...forged]) {
    for (let time = 0; time < REPETITIONS; time += 1) {
      if (!isClientError(await read(bearer))) return null;
    }
  }
  const [first = null] = ownReads;
  if (areServerErrors || !ownReads.some(isPage)) return first;
  const areUsersDistinct =
    distinguishesUsers(ownReads, user, other) && distinguishesUsers(otherReads, other, user);
  return areUsersDistinct ? first : null;
}

async function findAnotherUser(t: Probing, user: SignedIn): Promise<SignedIn | null> {
  return t.createsUsers
    ? nullIfNotTested(() => t.signInWithSession())
    : signInOtherAccount(t, user);
}

/** Returns whether a success has a body that is not an object. */
function hasNoObject({ accepted, text, body }: HttpResponse): boolean {
  return accepted && text.trim() !== '' && toFields(body) === null;
}

/** Returns whether a response is an HTML page, which may be the same for every request. */
function isPage({ headers, text }: HttpResponse): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*<(?:!doctype\s+)?html/i.test(text);
}

function distinguishesUsers(
  responses: readonly HttpResponse[],
  own: SignedIn,
  other: SignedIn,
): boolean {
  const ownIdentities = listIdentities(own);
  const otherIdentities = listIdentities(other);
  return responses.every(
    (response) =>
      ownIdentities.some((identity) => containsText(response, identity)) &&
      !otherIdentities.some((identity) => containsText(response, identity)),
  );
}
