/** Reads one user while the request names another user in a query, header or body (§4.8). */
import { containsText } from '../responses/user-search.ts';
import { checkInContexts, type Context } from '../contexts/check-in-contexts.ts';
import { section } from '../define-check.ts';
import { listIdentities, requireSessions, signInSeveral } from '../actors/several-users.ts';
import { findReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import {
  NotTested,
  createSettingError,
  describeRejection,
  nullIfNotTested,
} from '../check-errors.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import { memoizePerRun } from '../observations/memoize-per-run.ts';
import { observeValidAuthentication } from '../observations/otp-requests.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { withHeader, type HttpRequest, type HttpResponse } from '../target/http-request.ts';

/** Users other than the signed-in user: `phoneNumber` and `emailAddress` may belong to further users. */
interface OtherUsers {
  readonly id: string | null;
  readonly wallet: string | null;
  readonly phoneNumber: string | null;
  readonly emailAddress: string | null;
  /** All identities above, and the ids of the users with `phoneNumber` and `emailAddress`. */
  readonly identities: readonly string[];
  readonly validResponse: HttpResponse;
}

interface ForeignRead {
  readonly user: SignedIn;
  readonly validResponse: HttpResponse;
  readonly other: OtherUsers;
  /** The identity of another user that the request contains. */
  readonly namedIdentity: string;
  readonly request: HttpRequest;
}

const signInPair = memoizePerRun<Pick<ForeignRead, 'user' | 'validResponse' | 'other'>>(
  async (t) => {
    await t.ctx.requireWorking('getUser');
    const [user, second] = await signInSeveral(t, 2);
    if (!user || !second) throw createSettingError('at least two accounts');
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
  return { destination: sent.destination, id: findReportedUser(t, response) };
}

type IdentityKind = Exclude<keyof OtherUsers, 'identities' | 'validResponse'>;

/** Names of query parameters that a server may use to identify the user. */
const QUERY_NAMES: readonly (readonly [IdentityKind, readonly string[]])[] = [
  ['id', ['id', 'userId', 'user_id', 'user', 'uid', 'sub']],
  ['wallet', ['walletAddress', 'wallet']],
  ['phoneNumber', ['phoneNumber', 'phone']],
  ['emailAddress', ['emailAddress', 'email']],
];

type AddIdentity = (request: HttpRequest, identity: string) => HttpRequest;

const addToQuery =
  (...parameters: readonly string[]): AddIdentity =>
  (request, identity) => ({
    ...request,
    query: { ...request.query, ...Object.fromEntries(parameters.map((name) => [name, identity])) },
  });

const readContexts: readonly Context<ForeignRead>[] = [
  ...QUERY_NAMES.flatMap(([kind, names]) =>
    names.map((name) => createContext(`query-${name}`, kind, addToQuery(name))),
  ),
  ...['x-user-id', 'user-id', 'x-userid', 'service-user-id', 'x-forwarded-user'].map((name) =>
    createContext(`header-${name}`, 'id', (request, identity) =>
      withHeader(request, name, identity),
    ),
  ),
  ...['userId', 'id'].map((name) =>
    createContext(`body-${name}`, 'id', (request, identity) =>
      withHeader({ ...request, body: { [name]: identity } }, 'content-type', 'application/json'),
    ),
  ),
  ...QUERY_NAMES.map(([kind, names]) =>
    createContext(`second-client-query-${kind}`, kind, addToQuery(...names), 'second'),
  ),
];

function createContext(
  name: string,
  kind: IdentityKind,
  addIdentity: AddIdentity,
  client: 'first' | 'second' = 'first',
): Context<ForeignRead> {
  return {
    name,
    async prepare(t) {
      requireSessions(t);
      const { other, ...first } = await signInPair(t);
      const { user, validResponse } = client === 'first' ? first : await readAtSecondClient(t);
      if (!validResponse.accepted)
        throw new NotTested(describeRejection(validResponse), 'contract');
      const namedIdentity = other[kind];
      if (namedIdentity === null) {
        const isContact = kind === 'phoneNumber' || kind === 'emailAddress';
        const fix = isContact
          ? ', from an accepted sign-in by one-time password. Check --otp-source and --skip'
          : '';
        throw new NotTested(`needs the ${kind} of another user${fix}`, 'dialect');
      }
      const request = addIdentity(t.createReadRequest(user), namedIdentity);
      return { user, validResponse, other, namedIdentity, request };
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
    async run(t, { user, validResponse, other, namedIdentity, request }) {
      const response = await t.send(request);
      t.addEvidence(validResponse);
      // The response may repeat values of the request.
      const otherIdentities = other.identities.filter(
        (identity) => identity !== namedIdentity && !containsText(validResponse, identity),
      );
      const showsOther = otherIdentities.some((identity) => containsText(response, identity));
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
