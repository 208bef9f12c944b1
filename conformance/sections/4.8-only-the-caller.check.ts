/** Reads one user while the request names another user in a query, header or body (§4.8). */
import { containsText } from '../responses/user-search.ts';
import { checkInContexts, type Context } from '../contexts/check-in-contexts.ts';
import { section } from '../define-check.ts';
import { listIdentities, requireSessions, signInSeveral } from '../actors/several-users.ts';
import { findReportedSubject, findReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import { NotTested, createNeed, nullIfNotTested } from '../check-errors.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import { observeValidAuthentication } from '../observations/otp-pair.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { withHeader, type HttpRequest, type HttpResponse } from '../target/http-request.ts';

interface OtherUser {
  readonly id: string | null;
  readonly wallet: string | null;
  readonly phoneNumber: string | null;
  readonly emailAddress: string | null;
  /** The identifiers of the user, and the ids of the users with `phoneNumber` or `emailAddress`. */
  readonly identities: readonly string[];
  readonly validResponse: HttpResponse;
}

interface ForeignRead {
  readonly user: SignedIn;
  readonly validResponse: HttpResponse;
  readonly other: OtherUser;
  readonly foreignId: string;
  readonly request: HttpRequest;
}

const signInPair = memoizePerRun<Pick<ForeignRead, 'user' | 'validResponse' | 'other'>>(
  async (t) => {
    await t.ctx.sendValidRequest('getUser');
    const [user, second] = await signInSeveral(t, 2);
    if (!user || !second) throw createNeed('at least two accounts');
    const validResponse = await t.send(t.createReadRequest(user));
    const validResponseOfOther = await t.send(t.createReadRequest(second));
    const phone = await findOwner(t, 'sms');
    const email = await findOwner(t, 'email');
    const named = {
      id: second.userId,
      wallet: second.wallet?.address ?? null,
      phoneNumber: phone.destination,
      emailAddress: email.destination,
    };
    const identities = [...Object.values(named), phone.id, email.id]
      .filter((identity) => identity !== null)
      .filter((identity) => identity !== user.userId);
    return {
      user,
      validResponse,
      other: { ...named, identities, validResponse: validResponseOfOther },
    };
  },
);

async function findOwner(
  t: Attempt,
  channel: 'sms' | 'email',
): Promise<{ destination: string | null; id: string | null }> {
  const authentication = await nullIfNotTested(() => observeValidAuthentication(t, channel));
  if (!authentication?.response.accepted) return { destination: null, id: null };
  const { sent, response } = authentication;
  const id = findReportedUser(t, response) ?? findReportedSubject(t, response);
  return { destination: sent.destination, id };
}

type IdentityKind = Exclude<keyof OtherUser, 'identities' | 'validResponse'>;

/** Names of query parameters that a server may use to identify the user. */
const QUERY_NAMES: readonly (readonly [IdentityKind, readonly string[]])[] = [
  ['id', ['id', 'userId', 'user_id', 'user', 'uid', 'sub']],
  ['wallet', ['walletAddress', 'wallet']],
  ['phoneNumber', ['phoneNumber', 'phone']],
  ['emailAddress', ['emailAddress', 'email']],
];

type NameUser = (request: HttpRequest, foreignId: string) => HttpRequest;

const nameInQuery =
  (...names: readonly string[]): NameUser =>
  (request, foreignId) => ({
    ...request,
    query: { ...request.query, ...Object.fromEntries(names.map((name) => [name, foreignId])) },
  });

const readContexts: readonly Context<ForeignRead>[] = [
  ...QUERY_NAMES.flatMap(([kind, names]) =>
    names.map((name) => createContext(`query-${name}`, kind, nameInQuery(name))),
  ),
  ...['x-user-id', 'user-id', 'x-userid', 'service-user-id', 'x-forwarded-user'].map((name) =>
    createContext(`header-${name}`, 'id', (request, foreignId) =>
      withHeader(request, name, foreignId),
    ),
  ),
  ...['userId', 'id'].map((name) =>
    createContext(`body-${name}`, 'id', (request, foreignId) =>
      withHeader({ ...request, body: { [name]: foreignId } }, 'content-type', 'application/json'),
    ),
  ),
  ...QUERY_NAMES.map(([kind, names]) =>
    createContext(`second-client-query-${kind}`, kind, nameInQuery(...names), 'second'),
  ),
];

function createContext(
  name: string,
  kind: IdentityKind,
  nameUser: NameUser,
  client: 'first' | 'second' = 'first',
): Context<ForeignRead> {
  return {
    name,
    async prepare(t) {
      requireSessions(t);
      const { other, ...first } = await signInPair(t);
      const { user, validResponse } = client === 'first' ? first : await readAtSecondClient(t);
      if (!validResponse.accepted) throw new NotTested('no getUser succeeded', 'contract');
      const foreignId = other[kind];
      if (foreignId === null) throw new NotTested(`no other user has ${kind}`, 'dialect');
      const request = nameUser(t.createReadRequest(user), foreignId);
      return { user, validResponse, other, foreignId, request };
    },
  };
}

const readAtSecondClient = memoizePerRun<Pick<ForeignRead, 'user' | 'validResponse'>>(async (t) => {
  const app = await getSecondApp(t);
  const { other } = await signInPair(t);
  const user = await t.signInWithSession(undefined, app);
  if (user.userId === other.id)
    throw new NotTested('both clients sign in the same user', 'settings');
  return { user, validResponse: await t.send(t.createReadRequest(user)) };
});

export const onlyTheCaller = section('4.8', 'User read: only the signed-in user', [
  checkInContexts(readContexts, {
    requirement: '4.8.operation.reads',
    part: 'other-user-named',
    title:
      'returns the user of the session, or rejects the request, if the request names another user',
    async run(t, { user, validResponse, other, foreignId, request }) {
      const response = await t.send(request);
      t.addEvidence(validResponse);
      // The response may repeat values of the request.
      const foreignIdentities = other.identities.filter(
        (identity) => identity !== foreignId && !containsText(validResponse, identity),
      );
      const showsOther = foreignIdentities.some((identity) => containsText(response, identity));
      const isReadOfOther =
        response.text === other.validResponse.text && response.text !== validResponse.text;
      t.assertNever(
        response.accepted && (showsOther || isReadOfOther),
        'expected the user of the session, got the user that the request names',
        response,
      );
      const ownIdentities = listIdentities(user).filter((identity) =>
        containsText(validResponse, identity),
      );
      t.assert(
        !response.accepted || ownIdentities.every((identity) => containsText(response, identity)),
        'expected the user of the session, got another response because the request names another user',
        response,
      );
    },
  }),
]);
