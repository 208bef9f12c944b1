import { findText } from '../responses/fields.ts';
import { isKnownFlag } from '../responses/flag-category.ts';
import { findReportedUser, requireReportedUser } from '../responses/reported-user.ts';
import { isMissingBearer } from '../responses/unauthorized.ts';
import type { Attempt } from '../attempt.ts';
import { createDestination } from '../contexts/sent-codes.ts';
import { listCodeSignIns, type CodeSignIn } from '../observations/code-sign-ins.ts';
import { createLinkedAccountChecks } from '../contexts/linked-accounts.ts';
import { hasFlags, hasFraudFlag } from '../declared-accounts.ts';
import { check, checkEachChannel, section } from '../define-check.ts';
import { NotTested, createSettingError } from '../check-errors.ts';
import type { App } from '../actors/app.ts';
import { getSecondApp, createRejectedClientError } from '../observations/second-client.ts';
import { listAcceptedKinds } from '../actors/wallet-kinds.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import { toUserView, type UserView } from '../actors/user-view.ts';
import { readUntilShown, showsUnverifiedWallets } from '../observations/added-wallets.ts';
import {
  createMismatchError,
  observeAccounts,
  type AccountView,
} from '../observations/accounts.ts';
import {
  authenticateAgain,
  requireAccepted,
  observeValidAuthentication,
  requireUnassignedNumber,
} from '../observations/otp-requests.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';

const requirement = '5.6.linking.same-user';

const MAX_TRIES = 4;

export const accountLinking = section('5.6', 'Account linking', [
  check({
    requirement,
    operation: 'authenticateWallet',
    part: 'authenticateWallet',
    title: 'signs in the same user by wallet through a second client',
    async run(t) {
      const { app, secondApp, createsUsers } = t;
      const kinds =
        createsUsers && t.isDetected('wallet.variant') ? listAcceptedKinds(t) : [undefined];
      for (const kind of kinds) {
        const wallet = createsUsers ? SigningWallet.create() : pickDeclaredWallet(t);
        const first = await t.signIn(wallet, app, t.getFields(wallet, kind));
        const response = await linkByWallet(t, wallet, secondApp, kind);
        t.assertAccepted(response, 'the sign-in of an existing user through a second client');
        assertSameUser(t, first.response, response);
      }
    },
  }),
  checkEachChannel('authenticate', {
    requirement,
    title: 'signs in the same user by one-time password through a second client',
    run: assertLinksByOtp,
  }),
  checkEachChannel('authenticate', {
    requirement,
    suffix: '/beside-a-wallet',
    title: 'signs in the same user by code through a second client, even with an unverified wallet',
    exclusive: 'unlessSessionIdentifiesUser',
    async run(t, channel) {
      const app = await getSecondApp(t);
      if (channel === 'sms') requireUnassignedNumber(t, app);
      const destination = createDestination(t, channel);
      const user = await t.signInByOtp(channel, destination);
      const { added } = await t.addNewWallet(user);
      const mustBeShown = await showsUnverifiedWallets(t);
      const wasShown = mustBeShown && (await readUntilShown(t, user, [added])) !== null;
      const { response } = await t.signInByOtp(channel, destination, app);
      assertSameUser(t, user.response, response);
      if (!wasShown) return;
      // The sign-in by the second client may have ended the session (§5.8).
      const later = await t.signInByOtp(channel, destination);
      t.assert(
        (await readUntilShown(t, later, [added])) !== null,
        'expected the unverified wallet after a second client linked the user, got none',
        response,
      );
    },
  }),
  check({
    requirement,
    operation: 'authenticateEmailOtp',
    part: 'authenticateEmailOtp/of-an-account',
    title: 'signs in the same user for the email address of an account through both clients',
    phase: 'final',
    run(t) {
      const { secondApp } = t;
      const signIns = listCodeSignIns(t.ctx, 'email').filter(({ destination }) =>
        t.ctx.identities.belongsToAccount(destination),
      );
      const isBySecond = ({ response }: CodeSignIn) =>
        response.request.headers['service-client-id'] === secondApp.credentials.clientId;
      const pairs = signIns.filter(isBySecond).flatMap((second) => {
        const first = signIns.find(
          (signIn) => signIn.destination === second.destination && !isBySecond(signIn),
        );
        return first === undefined ? [] : [{ first, second }];
      });
      if (pairs.length === 0) {
        t.ctx.ledger.requireSource('email');
        if (!t.ctx.identities.listAccounts().some(({ emailAddress }) => emailAddress !== null))
          throw createSettingError('an account with emailAddress');
        throw new NotTested('no account signed in by email through both clients', 'contract');
      }
      for (const { first, second } of pairs) assertSameUser(t, first.response, second.response);
    },
  }),
  check({
    requirement: '5.6.linking.skips-onboarding',
    operation: 'getUser',
    title: 'returns the same KYC status to a second client',
    async run(t) {
      const { secondApp } = t;
      const isSuitable = (account: DeclaredAccount) =>
        account.kycStatus !== null && !hasFraudFlag(account);
      const accounts = await observeAccounts(t, 'with a kycStatus and no Fraud flag', isSuitable);
      t.requireKnown('user.names.kyc');
      const [read] = accounts.toSorted((a, b) => rankAccount(a.account) - rankAccount(b.account));
      if (read === undefined) return;
      const { first, second } = await readByBoth(t, read, secondApp);
      if (first.kycStatus === null) throw createMismatchError(t, read);
      t.assert(
        second.kycStatus === first.kycStatus,
        `expected the KYC status ${first.kycStatus} for a second client, got ${String(second.kycStatus)}`,
        first.response,
        second.response,
      );
    },
  }),
  check({
    requirement: '2.7.flags.in-user-object',
    part: 'second-client',
    title: 'returns the same flags to a second client',
    async run(t) {
      const { secondApp } = t;
      const isSuitable = (account: DeclaredAccount) => hasFlags(account) && !hasFraudFlag(account);
      const [read] = await observeAccounts(t, 'with a flag and without a Fraud flag', isSuitable);
      t.requireKnown('user.names.flags', 'user.names.code');
      if (read === undefined) return;
      const { first, second } = await readByBoth(t, read, secondApp);
      const codes = joinKnownCodes(t, first);
      if (codes === '') throw createMismatchError(t, read);
      t.assert(
        joinKnownCodes(t, second) === codes,
        `expected the flags ${codes} for a second client, got ${joinKnownCodes(t, second) || 'none'}`,
        first.response,
        second.response,
      );
    },
  }),
  createLinkedAccountChecks(),
]);

async function readByBoth(
  t: Attempt,
  { account, user }: AccountView,
  secondApp: App,
): Promise<{ readonly first: UserView; readonly second: UserView }> {
  const readLinked = async () =>
    t.sendToService(t.createReadRequest(await t.signInAs(account, secondApp)));
  let response = await readLinked();
  // Sign-ins of other checks may end the session (§5.8).
  for (let tries = 1; !response.accepted && tries < MAX_TRIES; tries += 1)
    response = await readLinked();
  if (!response.accepted) await requireReadAccess(t, secondApp);
  t.assertAccepted(response, 'the read of a linked user');
  return { first: await t.read(user), second: toUserView(response, t.dialect) };
}

function joinKnownCodes(t: Attempt, { flags }: UserView): string {
  const knownFlags = (flags ?? []).filter((flag) => isKnownFlag(t, flag));
  const codes = knownFlags.map(({ code }) => String(code));
  return codes.toSorted().join(', ');
}

/** Returns the sort key of an account: an approved KYC saves the most onboarding. */
function rankAccount({ kycStatus }: DeclaredAccount): number {
  return ['APPROVED', 'IN_REVIEW', 'DECLINED'].indexOf(kycStatus ?? '');
}

async function linkByWallet(
  t: Attempt,
  wallet: SigningWallet,
  app: App,
  kind?: string,
): Promise<HttpResponse> {
  const fields = t.getFields(wallet, kind);
  const started = await sendWithBearer(t, app, () => app.createStartRequest(fields));
  t.requireServiceResponse(started);
  if (!started.accepted) await requireAcceptedClient(t, app);
  t.assertAccepted(started, 'the start of an existing user through a second client');
  const challenge = findText(started.body, 'challenge') ?? '';
  return sendWithBearer(t, app, () => app.createSignInRequest(fields, wallet.sign(challenge)));
}

/** Sends a request; if it needs a session as bearer token (§5.7), signs in by code first. */
async function sendWithBearer(
  t: Attempt,
  app: App,
  createRequest: () => HttpRequest,
): Promise<HttpResponse> {
  if (isMissingBearer(createRequest(), t.dialect)) {
    const { sent } = await observeValidAuthentication(t, 'email');
    await authenticateAgain(t, sent, app, 'secondClient.accessToken');
  }
  const request = createRequest();
  if (isMissingBearer(request, t.dialect))
    throw new NotTested('needs a session of secondClient', 'contract');
  return t.send(request);
}

/** @throws UnusableInput if the second client cannot start a sign-in of a new wallet either */
async function requireAcceptedClient(t: Attempt, app: App): Promise<void> {
  const response = await t.send(app.createStartRequest(t.getFields(SigningWallet.create())));
  if (!response.accepted) throw createRejectedClientError(response);
}

/** @throws UnusableInput if the second client cannot even read a user that it created */
async function requireReadAccess(t: Attempt, app: App): Promise<void> {
  if (!t.createsUsers) return;
  const newUser = await t.signInWithSession(undefined, app);
  const response = await t.send(t.createReadRequest(newUser));
  if (!response.accepted) throw createRejectedClientError(response);
}

function pickDeclaredWallet(t: Attempt): SigningWallet {
  const { identities } = t.ctx;
  for (const account of identities.listUnrestricted()) {
    const wallet = identities.findWallet(account);
    if (wallet) return wallet;
  }
  throw createSettingError('accounts[].privateKey');
}

async function assertLinksByOtp(t: Attempt, channel: OtpChannel): Promise<void> {
  const { secondApp } = t;
  const { sent, response: first } = await observeValidAuthentication(t, channel);
  requireAccepted(first);
  requireReportedUser(t, first);
  if (channel === 'sms') requireUnassignedNumber(t, secondApp);
  const second = await authenticateAgain(t, sent, secondApp, 'secondClient.accessToken');
  t.assertAccepted(second, 'the sign-in of an existing user through a second client');
  assertSameUser(t, first, second);
}

function assertSameUser(t: Attempt, first: HttpResponse, second: HttpResponse): void {
  const user = requireReportedUser(t, first);
  const other = findReportedUser(t, second);
  t.assert(
    user === other,
    `expected one user for both clients, got ${other === null ? 'no user for the second client' : 'two users'}`,
    first,
    second,
  );
}
