import { forgeSessions, signWithPublicKeys } from '../responses/forged-sessions.ts';
import { containsText } from '../responses/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { check, section } from '../define-check.ts';
import { NotTested, createNeed } from '../check-errors.ts';
import type { SignedIn } from '../actors/flows.ts';
import {
  listIdentities,
  requireSessions,
  signInSeveral,
  showsUser,
} from '../actors/several-users.ts';
import { toUserView } from '../actors/user-view.ts';
import { toNotTested } from '../actors/valid-requests.ts';
import { observeAccounts } from '../observations/accounts.ts';
import { readPublishedKeys } from '../observations/published-keys.ts';
import { type HttpResponse, withBearer } from '../target/http-request.ts';

const USER_COUNT = 3;

// How a request identifies the user is open (§4.8), so these checks inspect the response.
export const whoseData = section('4.8', 'User read: access to user data', [
  check({
    requirement: '4.8.call.reads',
    part: 'own-data',
    title: 'returns only the user of the session when several users are signed in',
    async run(t) {
      const users = await signInSeveral(t, USER_COUNT);
      const tokens = users.flatMap(({ session }) => session ?? []);
      t.assertNever(
        new Set(tokens).size < tokens.length,
        'expected a sessionJwt per user, got the same one for two',
        ...users.map(({ response }) => response),
      );
      const ids = users.flatMap(({ userId }) => userId ?? []);
      t.assertNever(
        t.flows.createsUsers && new Set(ids).size < ids.length,
        'expected two users for two new wallets, got one',
        ...users.map(({ response }) => response),
      );
      const readers = [...users, ...users.toReversed()];
      const reads = await Promise.all(
        readers.map(async (user) => ({ user, response: (await t.flows.read(user)).response })),
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
          shown.every((id) => id === shown[0]),
          `expected the ${identity} of the user in every read, got it in some only`,
          ...reads.map(({ response }) => response),
        );
      }
    },
  }),
  check({
    requirement: '4.8.call.reads',
    part: 'accounts-apart',
    title: 'returns no address, number or wallet of another account',
    async run(t) {
      const reads = await observeAccounts(t, 'in the configuration', () => true);
      if (reads.length < 2) throw createNeed('accounts (2 of them)');
      for (const { account, user, view } of reads) {
        const own = listContacts(account).join(' ').toLowerCase();
        // Several declared accounts may belong to one user.
        const isAnotherUser = (id: string | null) => id === null || id !== user.userId;
        for (const other of reads.filter((item) => isAnotherUser(item.user.userId))) {
          const foreign = listContacts(other.account).find(
            (contact) =>
              !own.includes(contact.toLowerCase()) && containsText(view.response, contact),
          );
          t.assertNever(
            foreign !== undefined,
            `expected no contact of account ${other.account.name} in the read of account ${account.name}, got one`,
            view.response,
          );
        }
      }

      function listContacts(account: (typeof reads)[number]['account']): string[] {
        const wallet = t.ctx.identities.findWallet(account)?.address;
        return [account.emailAddress, account.phoneNumber, wallet].flatMap(
          (contact) => contact ?? [],
        );
      }
    },
  }),
  check({
    requirement: '4.8.call.reads',
    part: 'forged-session',
    title: 'rejects a tampered session',
    async run(t) {
      requireSessions(t);
      await t.ctx.sendValidRequest('getUser');
      const [user, other] = await signInSeveral(t, 2);
      if (!user?.session || !other?.session)
        throw new NotTested('no sessionJwt was returned', 'contract');
      const valid = await t.send(t.flows.createReadRequest(user));
      t.assertAccepted(valid);
      const validOfOther = await t.send(t.flows.createReadRequest(other));
      const secrets = [t.ctx.settings.client, t.ctx.settings.secondClient].flatMap((client) =>
        client === null ? [] : [client.clientSecret, client.accessToken ?? '', client.clientId],
      );
      const forged = forgeSessions(
        user,
        other,
        secrets.filter((secret) => secret !== ''),
      );
      const keys = await readPublishedKeys(t).catch(toNotTested);
      const keySigned =
        keys instanceof NotTested ? [] : signWithPublicKeys(user.session, keys.body);
      for (const [what, session] of [...forged, ...keySigned, ...createNonSessions(user)]) {
        const response = await t.sendToService(
          withBearer(t.flows.createReadRequest(user), session),
        );
        t.assertNever(
          showsUser(response, valid, user) ||
            showsUser(response, validOfOther, other) ||
            isUser(t, response),
          `expected no user for a session ${what}, got one`,
          response,
        );
        t.assertNoServerError(response, `a session ${what}`);
      }
    },
  }),
  check({
    requirement: '4.8.call.reads',
    part: 'no-session',
    title: 'returns no user without a user session',
    exclusive: 'always',
    async run(t) {
      requireSessions(t);
      await t.ctx.sendValidRequest('getUser');
      const [user, last] = await signInSeveral(t, 2, 'one by one');
      if (!user || !last) throw createNeed('accounts (2 of them)');
      const [valid, validOfLast] = await Promise.all([
        t.send(t.flows.createReadRequest(user)),
        t.send(t.flows.createReadRequest(last)),
      ]);
      t.assertAccepted(valid);
      const withoutBearer = withBearer(t.flows.createReadRequest(user), null);
      const { accessToken } = user.app.credentials;
      const requests = [
        ['without a bearer token', withoutBearer],
        ...(accessToken === null
          ? []
          : ([['with an access token', withBearer(withoutBearer, accessToken)]] as const)),
      ] as const;
      for (const [what, request] of requests) {
        const response = await t.sendToService(request);
        t.assertNever(
          showsUser(response, valid, user) ||
            showsUser(response, validOfLast, last) ||
            isUser(t, response),
          `expected no user for a user read ${what}, got one`,
          response,
        );
        t.assertNoServerError(response, `a user read ${what}`);
      }
      const { secondApp } = t.ctx;
      if (secondApp === null) return;
      const response = await t.sendToService(
        withBearer(t.flows.createReadRequest(last, secondApp), null),
      );
      t.assertNever(
        showsUser(response, valid, user) ||
          showsUser(response, validOfLast, last) ||
          isUser(t, response),
        'expected no user for a user read without a bearer token by a second client, got one',
        response,
      );
    },
  }),
]);

/** Returns whether a response has the parts of a user object. */
function isUser(t: Attempt, response: HttpResponse): boolean {
  const { kycStatus, flags } = toUserView(response, t.dialect);
  return (
    response.accepted && t.isDetected('user.names.kyc') && (kycStatus !== null || flags !== null)
  );
}

/** Returns bearer tokens that are not sessions. */
function createNonSessions({ session }: SignedIn): [string, string][] {
  const token = session ?? '';
  return [
    ['with a random text', 'nobody-s-session'],
    ['with the value undefined', 'undefined'],
    ['with the value null', 'null'],
    ['without its last characters', token.slice(0, -4)],
    ['with additional characters', `${token}AAAA`],
    ['in upper case', token.toUpperCase()],
  ];
}
