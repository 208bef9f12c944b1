import { forgeSessions, signWithPublicKeys } from '../responses/forged-sessions.ts';
import { containsText } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { check, section } from '../define-check.ts';
import { NotTested, createSettingError, nullIfNotTested } from '../check-errors.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import {
  listIdentities,
  requireSessions,
  signInSeveral,
  showsUser,
} from '../actors/several-users.ts';
import { toUserView } from '../actors/user-view.ts';
import { observeAccounts, type AccountView } from '../observations/accounts.ts';
import { readPublishedKeys } from '../observations/published-keys.ts';
import type { DeclaredAccount } from '../settings.ts';
import { withBearer, type HttpRequest, type HttpResponse } from '../target/http-request.ts';

const USER_COUNT = 3;

// How a request identifies the user is open (§4.8), so these checks inspect the response.
export const whoseData = section('4.8', 'User read: access to user data', [
  check({
    requirement: '4.8.operation.reads',
    part: 'own-data',
    title: 'returns only the user of the session when several users are signed in',
    async run(t) {
      const users = [...(await signInSeveral(t, USER_COUNT)), ...(await signInAtSecondClient(t))];
      const tokens = users.flatMap(({ session }) => session ?? []);
      t.assertNever(
        new Set(tokens).size < tokens.length,
        'expected a sessionJwt per user, got one sessionJwt for two users',
        ...users.map(({ response }) => response),
      );
      const ids = users.flatMap(({ userId }) => userId ?? []);
      t.assertNever(
        t.createsUsers && new Set(ids).size < ids.length,
        'expected two users for two new wallets, got one',
        ...users.map(({ response }) => response),
      );
      const readers = [...users, ...users.toReversed()];
      const reads = await Promise.all(
        readers.map(async (user) => ({ user, response: (await t.read(user)).response })),
      );
      for (const { user, response } of reads) {
        const others = users.filter(({ userId }) => userId !== user.userId);
        const foreign = others
          .flatMap(listIdentities)
          .find((identity) => containsText(response, identity));
        t.assertNever(
          foreign !== undefined,
          'expected the user of the session, got another user who signed in at the same time',
          user.response,
          response,
        );
      }
      // An id or wallet that is shown for one user must be shown for every user.
      for (const identity of ['userId', 'wallet'] as const) {
        const shown = reads.flatMap(({ user, response }) => {
          const own = identity === 'userId' ? user.userId : (user.wallet?.address ?? null);
          return own === null ? [] : [containsText(response, own)];
        });
        t.assert(
          shown.every((isShown) => isShown === shown[0]),
          `expected the ${identity} of the user in every read, got it only in some reads`,
          ...reads.map(({ response }) => response),
        );
      }
    },
  }),
  check({
    requirement: '4.8.operation.reads',
    part: 'no-data-of-other-accounts',
    title: 'returns no address, number or wallet of another account',
    async run(t) {
      const reads = await observeAccounts(t, 'in the configuration', () => true);
      // Several declared accounts may belong to one user.
      const mayBeOtherUser = (other: AccountView, read: AccountView) =>
        other.user.userId === null || other.user.userId !== read.user.userId;
      const pairs = reads.flatMap((read) =>
        reads
          .filter((other) => other !== read && mayBeOtherUser(other, read))
          .map((other) => [read, other] as const),
      );
      if (pairs.length === 0) throw createSettingError('accounts of different users (2 of them)');
      for (const [{ account, view }, other] of pairs) {
        const own = listContacts(account).join(' ').toLowerCase();
        const foreign = listContacts(other.account).find(
          (contact) => !own.includes(contact.toLowerCase()) && containsText(view.response, contact),
        );
        t.assertNever(
          foreign !== undefined,
          `expected no contact of account ${other.account.name} in the read of account ${account.name}, got one`,
          view.response,
        );
      }

      function listContacts(account: DeclaredAccount): string[] {
        const wallet = t.ctx.identities.findWallet(account)?.address;
        return [account.emailAddress, account.phoneNumber, wallet].flatMap(
          (contact) => contact ?? [],
        );
      }
    },
  }),
  check({
    requirement: '4.8.operation.reads',
    part: 'forged-session',
    title: 'returns no user for a tampered session',
    async run(t) {
      requireSessions(t);
      await t.ctx.requireWorking('getUser');
      const [user, other] = await signInSeveral(t, 2);
      if (!user?.session || !other?.session)
        throw new NotTested('no sessionJwt was returned', 'contract');
      const first = await readUser(t, user);
      t.assertAccepted(first.ownRead);
      const users = [first, await readUser(t, other)];
      const secrets = [t.ctx.settings.client, t.ctx.settings.secondClient].flatMap((client) =>
        client === null ? [] : [client.clientSecret, client.accessToken ?? '', client.clientId],
      );
      const forged = forgeSessions(
        user,
        other,
        secrets.filter((secret) => secret !== ''),
      );
      const keys = await nullIfNotTested(() => readPublishedKeys(t));
      const keySigned = keys === null ? [] : signWithPublicKeys(user.session, keys.body);
      for (const [description, session] of [
        ...forged,
        ...keySigned,
        ...createNonSessions(user.session),
      ]) {
        const request = withBearer(t.createReadRequest(user), session);
        await assertReturnsNoUser(t, request, users, `a session ${description}`);
      }
    },
  }),
  check({
    requirement: '4.8.operation.reads',
    part: 'no-session',
    title: 'returns no user without a user session',
    exclusive: 'always',
    async run(t) {
      requireSessions(t);
      await t.ctx.requireWorking('getUser');
      // In a known order: without a session, a faulty deployment may return the user who signed in last.
      const [user, last] = await signInSeveral(t, 2, 'one by one');
      if (!user || !last) throw createSettingError('accounts (2 of them)');
      const users = await Promise.all([readUser(t, user), readUser(t, last)]);
      t.assertAccepted(users[0].ownRead);
      const assertNoUser = (description: string, request: HttpRequest) =>
        assertReturnsNoUser(t, request, users, `a user read ${description}`);
      const withoutBearer = withBearer(t.createReadRequest(user), null);
      await assertNoUser('without a bearer token', withoutBearer);
      const { accessToken } = user.app.credentials;
      if (accessToken !== null) {
        await assertNoUser('with an access token', withBearer(withoutBearer, accessToken));
      }
      const { secondApp } = t.ctx;
      if (secondApp !== null) {
        const bySecondClient = withBearer(t.createReadRequest(last, secondApp), null);
        await assertNoUser('without a bearer token by a second client', bySecondClient);
      }
    },
  }),
]);

async function signInAtSecondClient(t: Attempt): Promise<readonly SignedIn[]> {
  const { secondApp } = t.ctx;
  if (secondApp === null || !t.createsUsers) return [];
  const signIn = () => t.signInWithSession(undefined, secondApp);
  return (await nullIfNotTested(() => Promise.all([signIn(), signIn()]))) ?? [];
}

interface ReadUser {
  readonly user: SignedIn;
  readonly ownRead: HttpResponse;
}

async function readUser(t: Attempt, user: SignedIn): Promise<ReadUser> {
  return { user, ownRead: await t.send(t.createReadRequest(user)) };
}

/** Asserts that the response contains neither a known user nor another user object. */
async function assertReturnsNoUser(
  t: Attempt,
  request: HttpRequest,
  users: readonly ReadUser[],
  description: string,
): Promise<void> {
  const response = await t.sendToService(request);
  t.assertNever(
    users.some(({ user, ownRead }) => showsUser(response, ownRead, user)) || isUser(t, response),
    `expected no user for ${description}, got one`,
    response,
  );
  t.assertNoServerError(response, description);
}

function isUser(t: Attempt, response: HttpResponse): boolean {
  if (!response.accepted || !t.isDetected('user.names.kyc')) return false;
  const { kycStatus, flags } = toUserView(response, t.dialect);
  return kycStatus !== null || flags !== null;
}

function createNonSessions(session: string): [string, string][] {
  return [
    ['with a text that is not a token', 'not-a-session'],
    ['with the value undefined', 'undefined'],
    ['with the value null', 'null'],
    ['without its last characters', session.slice(0, -4)],
    ['with additional characters', `${session}AAAA`],
    ['in upper case', session.toUpperCase()],
  ];
}
