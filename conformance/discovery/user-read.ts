/** Detects the path of the user read and how a request identifies the user (§4.8). */
import type { Dialect } from '../../src/dialect/dialect.ts';
import { toFields } from '../responses/fields.ts';
import type { SignedIn, WithSession } from '../actors/signed-in.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import { applyFindings } from './bearer-kinds.ts';
import { readBearerProbe } from './bearers.ts';
import { tokenKindsProbe } from './bearers-of-sends.ts';
import { boundSessionProbe } from './bound-session.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { findProtectedRead } from './protected-read.ts';
import { describeRefusal } from './refusal-status.ts';
import { findSessionPlace } from './find-session-place.ts';
import { isNewUser, signInOtherAccount, signInAnyUser } from './signed-in-user.ts';
import { findDeclaredValue, listValuesToTry } from './dialect-values.ts';
import { envelopeProbe } from './user-envelope.ts';
import { isServerError } from '../target/response-kinds.ts';

const PATHS = ['/user', '/v1/user', '/v2/user', '/v1/auth/user', '/api/user', '/api/v1/user'];
const UNKNOWN_PATH = '/conform-nowhere/user';

type IdentifiedBy = Dialect['user']['identifiedBy'];
type SentIn = Dialect['session']['sentIn'];

const ID_PARAMETERS: readonly IdentifiedBy[] = [
  ...['userId', 'user_id', 'id', 'user', 'uid'].map((query) => ({ query })),
  ...['x-user-id', 'user-id', 'x-userid', 'service-user-id'].map((header) => ({ header })),
];

export const userReadProbes: ProbeGroup = {
  name: 'the user read',
  needs: ['identity.unknown', 'bearer.accepts'],
  probes: [
    probe(['user.path', 'user.identifiedBy', 'session.sentIn'], findUserRead),
    readBearerProbe,
    tokenKindsProbe,
    envelopeProbe,
    boundSessionProbe,
  ],
};

async function findUserRead(t: Probing): Promise<void> {
  const user = await signInAnyUser(t);
  const paths = listValuesToTry(t.ctx.settings.dialect, 'user.path', PATHS);
  const responses = await readBySession(t, paths, user);
  if (responses === null) return;
  const notFound = await tryRead(t, assumeAndCreateRead(t, UNKNOWN_PATH, 'bearerSession', user));
  const existingResponses = [...responses].filter(
    ([, response]) => describeRefusal(response) !== describeRefusal(notFound),
  );
  const existingPaths = existingResponses.map(([path]) => path);
  const candidates = existingPaths.length > 0 ? existingPaths : paths;
  const existingUser = isNewUser(t, user) ? await signInOtherAccount(t, user) : null;
  if (existingUser !== null) {
    const isRead = await tryReads(t, candidates, ['bearerSession'], (path, identifiedBy) =>
      tryRead(t, assumeAndCreateRead(t, path, identifiedBy, existingUser)),
    );
    if (isRead) return;
  }
  if (await detectSessionPlace(t, candidates, existingUser ?? user)) return;
  const { dialect } = t.ctx.settings;
  const idParameters = listValuesToTry(dialect, 'user.identifiedBy', ID_PARAMETERS).filter(
    (identifiedBy) => identifiedBy !== 'bearerSession',
  );
  const isReadById = await tryReads(t, candidates, idParameters, (path, identifiedBy) =>
    readWithAnyBearer(t, path, identifiedBy, user),
  );
  if (isReadById) return;
  const requests = existingResponses
    .map(([, response]) => response)
    .filter((response) => response.accepted || isServerError(response))
    .map(({ request }) => request);
  const protectedRead = await findProtectedRead(t, user, requests);
  if (protectedRead !== null)
    return decideRead(t, protectedRead.path, 'bearerSession', protectedRead.response);
  leaveReadOpen(t, responses, existingPaths);
}

/**
 * Reads each path with the session as bearer token, and in the declared place. Returns the last response of
 * each path; null if a response is a user, which decides the keys.
 */
async function readBySession(
  t: Probing,
  paths: readonly string[],
  user: SignedIn,
): Promise<ReadonlyMap<string, HttpResponse> | null> {
  const { dialect } = t.ctx.settings;
  const responses = new Map<string, HttpResponse>();
  for (const sentIn of listValuesToTry<SentIn>(dialect, 'session.sentIn', ['authorization'])) {
    t.assume('session.sentIn', sentIn);
    for (const path of paths) {
      const response = await tryRead(t, assumeAndCreateRead(t, path, 'bearerSession', user));
      if (isUser(response)) {
        await decideBySession(t, path, user, response);
        return null;
      }
      responses.set(path, response);
    }
  }
  return responses;
}

/** Decides the keys by the first response that is a user; returns whether there is one. */
async function tryReads(
  t: Probing,
  paths: readonly string[],
  identifiers: readonly IdentifiedBy[],
  read: (path: string, identifiedBy: IdentifiedBy) => Promise<HttpResponse>,
): Promise<boolean> {
  for (const path of paths) {
    for (const identifiedBy of identifiers) {
      const response = await read(path, identifiedBy);
      if (!isUser(response)) continue;
      decideRead(t, path, identifiedBy, response);
      return true;
    }
  }
  return false;
}

function leaveReadOpen(
  t: Probing,
  responses: ReadonlyMap<string, HttpResponse>,
  existingPaths: readonly string[],
): void {
  assumeRead(t, '/user', 'bearerSession');
  const statuses = [...responses].map(([path, { status }]) => `${path}: ${status}`).join(', ');
  const failure = `No user could be read with a session token as bearer token (${statuses}).`;
  const hint = `${existingPaths.join(' and ')} may need another value of user.identifiedBy.`;
  // The declared path comes first.
  const [first] = responses.values();
  t.recordInconclusive(
    'user.path',
    existingPaths.length === 0 ? failure : `${failure} ${hint}`,
    ...(first ? [first] : []),
  );
  t.recordInconclusive('session.sentIn', 'No user could be read by session.');
  t.recordInconclusive(
    'user.identifiedBy',
    'No user could be read, by session or by a common parameter name.',
  );
}

/** Decides the path if the user is read by a session in another header or a cookie. */
async function detectSessionPlace(
  t: Probing,
  paths: readonly string[],
  user: WithSession,
): Promise<boolean> {
  const { accessToken } = t.app.credentials;
  for (const path of paths) {
    const baseRequest = assumeAndCreateRead(t, path, 'bearerSession', user, accessToken);
    const read = (headers: Readonly<Record<string, string>>) =>
      tryRead(t, { ...baseRequest, headers: { ...baseRequest.headers, ...headers } });
    const found = await findSessionPlace(t, user, read, isUser);
    if (found === null) continue;
    t.assume('session.sentIn', found.sentIn);
    // Earlier probes sent sessions as bearer tokens: their results do not hold for this place.
    t.ctx.knowledge.bearers.responses.delete('session');
    t.ctx.knowledge.forget('bearer.accepts');
    decideRead(t, path, 'bearerSession', found.response);
    return true;
  }
  return false;
}

function decideRead(
  t: Probing,
  path: string,
  identifiedBy: IdentifiedBy,
  response: HttpResponse,
): void {
  t.decide('user.path', path, response);
  t.decide('user.identifiedBy', identifiedBy, response);
  if (identifiedBy !== 'bearerSession') return;
  t.decide('session.sentIn', t.dialect.session.sentIn, response);
}

/** Decides what identifies the user: a declared id parameter if a read with it succeeds, otherwise the session. */
async function decideBySession(
  t: Probing,
  path: string,
  user: SignedIn,
  bySession: HttpResponse,
): Promise<void> {
  const declared = findDeclaredValue(t.ctx.settings.dialect, 'user.identifiedBy');
  const { accessToken } = t.app.credentials;
  if (declared !== undefined && declared !== 'bearerSession' && accessToken !== null) {
    // The value was already validated against the schema of the dialect.
    const identifiedBy = declared as IdentifiedBy;
    const byId = await tryRead(t, assumeAndCreateRead(t, path, identifiedBy, user, accessToken));
    if (isUser(byId)) return decideRead(t, path, identifiedBy, byId);
  }
  return decideRead(t, path, 'bearerSession', bySession);
}

function assumeRead(t: Probing, path: string, identifiedBy: IdentifiedBy): void {
  t.assume('user.path', path);
  t.assume('user.identifiedBy', identifiedBy);
}

/** Assumes the values in the dialect, and creates a request from them. */
function assumeAndCreateRead(
  t: Probing,
  path: string,
  identifiedBy: IdentifiedBy,
  user: SignedIn,
  bearer = user.session,
): HttpRequest {
  assumeRead(t, path, identifiedBy);
  return t.app.createUserReadRequest(bearer, user.userId);
}

/** Reads a user by id, with the session or the access token as bearer token (§5.7). */
async function readWithAnyBearer(
  t: Probing,
  path: string,
  identifiedBy: IdentifiedBy,
  user: SignedIn,
): Promise<HttpResponse> {
  const response = await tryRead(t, assumeAndCreateRead(t, path, identifiedBy, user));
  const { accessToken } = t.app.credentials;
  if (isUser(response) || accessToken === null) return response;
  const byToken = await tryRead(t, assumeAndCreateRead(t, path, identifiedBy, user, accessToken));
  if (isUser(byToken)) {
    const { bearers } = t.ctx.knowledge;
    bearers.recordNeeded('getUser', response);
    bearers.responses.set('session', response);
    bearers.responses.set('client', byToken);
    applyFindings(t);
  }
  return byToken;
}

/** Reads a path that may not exist. A response of a gateway also counts, except a rate limit. */
async function tryRead(t: Probing, request: HttpRequest): Promise<HttpResponse> {
  const response = await t.send(request);
  if (response.status === 429) t.requireServiceResponse(response);
  return response;
}

/** Returns whether a response is a user object: not empty, and JSON instead of a default page. */
function isUser({ accepted, body }: HttpResponse): boolean {
  const fields = toFields(body);
  return accepted && fields !== null && Object.keys(fields).length > 0;
}
