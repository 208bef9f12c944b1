/** Checks that a second client does not change an account that it links, nor create a second user (§5.6). */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { findText } from '../responses/fields.ts';
import { filterKnownFlags } from '../responses/flag-category.ts';
import type { App } from '../actors/app.ts';
import { requireSessions } from '../actors/several-users.ts';
import { getSecondApp } from '../observations/second-client.ts';
import { submitCode, createDestination, sendCode } from './sent-codes.ts';
import { findReportedUser, requireReportedUser } from '../responses/reported-user.ts';
import type { Attempt } from '../attempt.ts';
import { hasFlags, hasFraudFlag, hasTransactions } from '../declared-accounts.ts';
import { check, checkEachChannel, type Check } from '../define-check.ts';
import { NotTested, createSettingError } from '../check-errors.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import type { UserView } from '../actors/user-view.ts';
import { readAgain, observeAccounts } from '../observations/accounts.ts';
import { pollUntil } from '../observations/poll-until.ts';
import { createNotAcceptedError } from '../observations/otp-requests.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { runConcurrently, sendConcurrently } from '../observations/run-concurrently.ts';

interface AccountPart {
  readonly name: string;
  hasPart(account: DeclaredAccount): boolean;
  listValues(t: Attempt, view: UserView): readonly string[];
}

const accountParts: readonly AccountPart[] = [
  {
    name: 'kyc-status',
    // The status IN_REVIEW may change during the run.
    hasPart: ({ kycStatus }) => kycStatus === 'APPROVED' || kycStatus === 'DECLINED',
    listValues: (_, { kycStatus }) => (kycStatus === null ? [] : [kycStatus]),
  },
  {
    name: 'flags',
    hasPart: hasFlags,
    // Flags of a category that §2.7 does not list may change at any time.
    listValues: (t, { flags }) =>
      filterKnownFlags(t, flags ?? []).flatMap(({ code }) => code ?? []),
  },
  {
    name: 'transactions',
    hasPart: hasTransactions,
    // Uses the position if a transaction has no id.
    listValues: (_, { transactions }) =>
      (transactions ?? []).map((item, index) => findText(item, 'id') ?? `number ${index + 1}`),
  },
];

export function createLinkedAccountChecks(): Check[] {
  return [
    ...accountParts.map((part) =>
      check({
        requirement: '5.6.linking.skips-onboarding',
        operation: 'getUser',
        part: `kept/${part.name}`,
        title: `linking by a second client does not change the ${part.name.replace('-', ' ')} of a user`,
        run: (t) => assertPartKept(t, part),
      }),
    ),
    check({
      requirement: '5.6.linking.same-user',
      operation: 'getUser',
      part: 'kept/access',
      title: 'the first client can still read the user after a second client links the account',
      run: assertKeepsAccess,
    }),
    check({
      requirement: '5.6.linking.same-user',
      operation: 'authenticateWallet',
      part: 'authenticateWallet/concurrently',
      title: 'creates one user when a new wallet signs in through two clients at the same time',
      run: assertSignsUpOnce,
    }),
    ...checkEachChannel('authenticate', {
      requirement: '5.6.linking.same-user',
      suffix: '/concurrently',
      title:
        'creates one user when a new destination signs in through two clients at the same time',
      run: assertSignsUpOnceByCode,
    }),
  ];
}

async function assertPartKept(
  t: Attempt,
  { name, hasPart, listValues }: AccountPart,
): Promise<void> {
  const { secondApp } = t;
  t.requireKnown('user.envelope', 'user.names.kyc', 'user.names.flags', 'user.names.code');
  const isUsable = (account: DeclaredAccount) => hasPart(account) && !hasFraudFlag(account);
  const [read] = await observeAccounts(t, `without a Fraud flag, with ${name}`, isUsable);
  if (read === undefined) return;
  await t.signInAs(read.account, secondApp);
  const valuesBefore = listValues(t, read.view);
  const listMissing = (view: UserView) => {
    const valuesAfter = listValues(t, view);
    return valuesBefore.filter((value) => !valuesAfter.includes(value));
  };
  const after = await pollUntil(
    t,
    async () => (await readAgain(t, read)).view,
    (view) => listMissing(view).length === 0,
  );
  const missing = listMissing(after);
  t.assert(
    missing.length === 0,
    `expected the same ${name.replace('-', ' ')} after a second client linked the account, ${missing.join(', ')} missing`,
    read.view.response,
    after.response,
  );
}

async function assertKeepsAccess(t: Attempt): Promise<void> {
  requireSessions(t);
  const second = await getSecondApp(t);
  const wallet = SigningWallet.create();
  const [account] = t.listAccountsThatSignIn().filter((account) => !hasFraudFlag(account));
  if (!t.createsUsers && account === undefined) {
    throw createSettingError('an account without a Fraud flag');
  }
  const signIn = (app: App) =>
    t.createsUsers || account === undefined ? t.signIn(wallet, app) : t.signInAs(account, app);
  const user = await signIn(t.app);
  await signIn(t.app);
  const before = await t.sendToService(t.createReadRequest(user));
  if (!before.accepted)
    throw new NotTested('needs sessions that stay valid after another sign-in', 'dialect');
  const linked = await signIn(second);
  const after = await t.sendToService(t.createReadRequest(user));
  // The lifetime of a session is open (§5.8), but the first client must still be able to read the user.
  const read = after.accepted
    ? after
    : await t.sendToService(t.createReadRequest(await signIn(t.app)));
  t.assert(
    read.accepted,
    `expected the first client to read the user after a second client signed the user in, got ${read.status}`,
    before,
    linked.response,
    read,
  );
  if (!after.accepted) {
    t.observe('a sign-in through a second client ends the session of the first', after);
  }
}

/** Asserts that a new wallet that signs in through two clients at the same time gets one user. */
export async function assertSignsUpOnce(t: Attempt): Promise<void> {
  t.requireNewUsers();
  const secondApp = await getSecondApp(t);
  const wallet = t.pickWallet();
  const requests = [
    await t.createSignedRequest(wallet),
    await t.createSignedRequest(wallet, secondApp),
  ];
  const responses = await sendConcurrently(t, requests);
  for (const response of responses) t.requireServiceResponse(response);
  // The second start may replace the challenge of the first client, so one may be rejected.
  const { response: laterSignIn } = await t.signIn(wallet);
  assertOneUser(t, [...responses, laterSignIn], 'wallet');
}

async function assertSignsUpOnceByCode(t: Attempt, channel: OtpChannel): Promise<void> {
  const secondApp = await getSecondApp(t);
  const destination = createDestination(t, channel);
  const first = await sendCode(t, channel, destination);
  const second = await sendCode(t, channel, destination, secondApp);
  const responses = await runConcurrently(
    t,
    [first, second].map((unusedCode) => () => submitCode(t, unusedCode)),
  );
  // The second send may have invalidated the first code (§8).
  const last = await submitCode(t, await sendCode(t, channel, destination));
  assertOneUser(t, [...responses, last], 'destination');
}

/** Asserts that the accepted sign-ins are of one user; throws NotTested if fewer than two are accepted. */
function assertOneUser(
  t: Attempt,
  signIns: readonly HttpResponse[],
  identity: 'wallet' | 'destination',
): void {
  const accepted = signIns.filter((response) => response.accepted);
  const rejected = signIns.find((response) => !response.accepted);
  if (accepted.length < 2 && rejected !== undefined) throw createNotAcceptedError(rejected);
  const userIds = accepted.flatMap((response) => findReportedUser(t, response) ?? []);
  // Throws NotTested with the reason why a user is unknown.
  if (userIds.length < 2) accepted.forEach((response) => requireReportedUser(t, response));
  const { size } = new Set(userIds);
  t.assert(size === 1, `expected one user for one ${identity}, got ${size}`, ...signIns);
}
