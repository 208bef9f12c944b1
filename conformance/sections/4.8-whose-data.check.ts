import { forgedSessions } from '../answers/forged-sessions.ts';
import { mentions } from '../answers/user-search.ts';
import type { Attempt } from '../attempt.ts';
import { hasFlags } from '../declared-accounts.ts';
import { check, section } from '../define-check.ts';
import { NotTested } from '../ends.ts';
import type { SignedIn } from '../parties/flows.ts';
import { seenAccounts } from '../seen/accounts.ts';
import type { Reply } from '../target/call.ts';
import { withHeader, withoutHeader } from '../target/call.ts';

const getUser = { operation: 'getUser' } as const;

const USERS = 3;

// §4.8: the read is of one user. How the call says of which is open, so these look at what comes back.
export const whoseData = section('4.8', 'User read: whose data', [
  check(
    {
      requirement: '4.8.call.reads',
      ...getUser,
      part: 'own-data',
      title: 'of several users signed in at a time, each reads itself and nothing of another',
    },
    async (t) => {
      const users = await severalUsers(t);
      const tokens = users.flatMap(({ session }) => session ?? []);
      t.never(
        new Set(tokens).size < tokens.length,
        'two users were given the same sessionJwt',
        ...users.map(({ reply }) => reply),
      );
      const ids = users.flatMap(({ userId }) => userId ?? []);
      t.never(
        t.flows.strangersSignUp && new Set(ids).size < ids.length,
        'two wallets of nobody signed in the same user',
        ...users.map(({ reply }) => reply),
      );
      const inTurn = [...users, ...users.toReversed()];
      const reads = await Promise.all(
        inTurn.map(async (user) => ({ user, reply: (await t.flows.read(user)).reply })),
      );
      for (const { user, reply } of reads) {
        const others = users.filter(({ userId }) => userId !== user.userId);
        const foreign = others.flatMap(identitiesOf).find((identity) => mentions(reply, identity));
        t.never(
          foreign !== undefined,
          'the read of one user shows another, who signed in at the same time',
          user.reply,
          reply,
        );
      }
      // Where the id or the wallet is shown for one user, it is there for each.
      for (const identity of ['userId', 'wallet'] as const) {
        const shown = reads.map(({ user, reply }) => {
          const own = identity === 'userId' ? user.userId : (user.wallet?.address ?? null);
          return own !== null && mentions(reply, own);
        });
        t.that(
          shown.every((each) => each === shown[0]),
          `some reads show the ${identity} of their own user, and some do not`,
          ...reads.map(({ reply }) => reply),
        );
      }
    },
  ),
  check(
    {
      requirement: '4.8.call.reads',
      ...getUser,
      part: 'accounts-apart',
      title: 'the read of an account shows no address, number or wallet of another',
    },
    async (t) => {
      const seen = await seenAccounts(t, 'to sign in by', () => true);
      if (seen.length < 2)
        throw new NotTested('needs accounts[].privateKey (2 of them)', 'settings');
      for (const { account, view } of seen) {
        const own = contactsOf(account).join(' ').toLowerCase();
        for (const other of seen) {
          const foreign = contactsOf(other.account).find(
            (contact) => !isPartOf(contact, own) && mentions(view.reply, contact),
          );
          t.never(
            foreign !== undefined,
            `the read of account ${account.name} shows a contact of account ${other.account.name}`,
            view.reply,
          );
        }
      }

      function contactsOf(account: (typeof seen)[number]['account']): string[] {
        const wallet = t.around.identities.walletOf(account)?.address;
        return [account.emailAddress, account.phoneNumber, wallet].flatMap((each) => each ?? []);
      }
    },
  ),
  check(
    {
      requirement: '4.8.call.reads',
      ...getUser,
      part: 'forged-session',
      title: 'a session that was tampered with reads nobody',
    },
    async (t) => {
      needsSessions(t);
      await t.around.control('getUser');
      const [user, other] = await severalUsers(t, 2);
      if (!user?.session || !other?.session)
        throw new NotTested('no sessionJwt was given', 'contract');
      const right = await t.send(t.flows.readCall(user));
      t.accepted(right);
      const rightOfOther = await t.send(t.flows.readCall(other));
      for (const [what, session] of forgedSessions(user, other)) {
        const reply = await t.send(
          withHeader(t.flows.readCall(user), 'authorization', `Bearer ${session}`),
        );
        t.decided(reply);
        t.never(
          shows(reply, right, user) || shows(reply, rightOfOther, other),
          `a session ${what} reads a user`,
          reply,
        );
        t.notBroken(reply, `a session ${what}`);
      }
    },
  ),
  check(
    {
      requirement: '4.8.call.reads',
      ...getUser,
      part: 'no-session',
      title: 'without the session of a user nobody reads that user',
      alone: 'always',
    },
    async (t) => {
      needsSessions(t);
      await t.around.control('getUser');
      const [user, last] = await severalUsers(t, 2, 'in turn');
      if (!user || !last)
        throw new NotTested('needs accounts[].privateKey (2 of them)', 'settings');
      const right = await t.send(t.flows.readCall(user));
      t.accepted(right);
      const bare = withoutHeader(t.flows.readCall(user), 'authorization');
      const { accessToken } = user.app.credentials;
      const calls = [
        ['without a bearer', bare],
        ...(accessToken === null
          ? []
          : ([
              ['with an access token', withHeader(bare, 'authorization', `Bearer ${accessToken}`)],
            ] as const)),
      ] as const;
      for (const [what, call] of calls) {
        const reply = await t.send(call);
        t.decided(reply);
        // Whoever signed in last may be meant, as with addToUser (§4.3), but nobody before.
        t.never(shows(reply, right, user), `a user read ${what} shows a user`, reply);
        t.notBroken(reply, `a user read ${what}`);
      }
    },
  ),
]);

/** Users with wallets of their own: new ones, or declared ones where nobody signs up. */
async function severalUsers(
  t: Attempt,
  count = USERS,
  how: 'at a time' | 'in turn' = 'at a time',
): Promise<readonly SignedIn[]> {
  t.needsToKnow('user.path', 'user.identifiedBy');
  const accounts = t.around.identities
    .unrestricted()
    .filter(({ privateKey }) => privateKey !== null)
    .toSorted((one, other) => Number(hasFlags(one)) - Number(hasFlags(other)));
  if (!t.flows.strangersSignUp && accounts.length < count) {
    throw new NotTested(`needs accounts[].privateKey (${count} of them)`, 'settings');
  }
  const signIns = Array.from({ length: count }, (_, place) => () => {
    const account = accounts[place];
    return t.flows.strangersSignUp || account === undefined
      ? t.flows.session()
      : t.flows.signInAs(account);
  });
  if (how === 'at a time') return Promise.all(signIns.map((signIn) => signIn()));
  const users: SignedIn[] = [];
  for (const signIn of signIns) users.push(await signIn());
  return users;
}

function identitiesOf({ userId, wallet }: SignedIn): string[] {
  return [userId, wallet?.address].flatMap((identity) => identity ?? []);
}

/** Whether an answer tells what the right read of a user tells. */
function shows(reply: Reply, right: Reply, user: SignedIn): boolean {
  if (!reply.accepted || !right.accepted) return false;
  const telling = identitiesOf(user).filter((identity) => mentions(right, identity));
  return reply.text === right.text || telling.some((identity) => mentions(reply, identity));
}

/** @throws NotTested where the user is not told by the session */
function needsSessions(t: Attempt): void {
  t.needsToKnow('user.path', 'user.identifiedBy');
  if (t.dialect.user.identifiedBy === 'bearerSession') return;
  throw new NotTested('needs a user read by session', 'dialect');
}

/** Whether a contact is in the user's own, as `ada@example.test` in `bada@example.test`. */
function isPartOf(contact: string, own: string): boolean {
  return own.includes(contact.toLowerCase());
}
