/** Represents one attempt at a check or probe: its requests, assertions and evidence, and flows of requests. */
import type { OperationId } from '../src/contract/types.ts';
import { findText } from './responses/fields.ts';
import { createSettingError } from './check-errors.ts';
import type { HttpRequest, HttpResponse } from './target/http-request.ts';
import { hasFlags, hasFraudFlag } from './declared-accounts.ts';
import type { DeclaredAccount } from './settings.ts';
import type { WalletFields } from './actors/app.ts';
import { OtpFlows } from './actors/otp-flows.ts';
import { createMissingFieldError, type SignedIn, type WithSession } from './actors/signed-in.ts';
import { SigningWallet } from './actors/signing-wallet.ts';
import { toUserView, type UserView } from './actors/user-view.ts';
import { otpNames, otpOperations, channels } from './actors/operations.ts';

/** Maximum number of accounts to try, because several accounts may be the same user. */
const MAX_ACCOUNTS = 3;

export class Attempt extends OtpFlows {
  /** Signs in another user, a declared one if unknown identities are rejected; throws NotTested without one. */
  async signInOtherUser({ wallet, userId }: SignedIn, app = this.app): Promise<WithSession> {
    if (this.createsUsers) return this.signInWithSession(undefined, app);
    const { identities } = this.ctx;
    const others = this.listAccountsThatSignIn()
      .filter((account) => !hasFraudFlag(account))
      .filter((account) => identities.findWallet(account)?.address !== wallet?.address);
    for (const account of others.slice(0, MAX_ACCOUNTS)) {
      const user = await this.signInAs(account, app);
      const { session } = user;
      if (session !== null && user.userId !== userId) return { ...user, session };
    }
    throw createSettingError('accounts without a Fraud flag (2 of them)');
  }

  /** Returns the declared accounts that can sign in, first those with a private key and without flags. */
  listAccountsThatSignIn(): readonly DeclaredAccount[] {
    const { identities, ledger } = this.ctx;
    return identities
      .listAccounts(({ privateKey }) => privateKey !== null || ledger.source !== null)
      .toSorted((a, b) => rankAccount(a) - rankAccount(b));
  }

  /** Signs in a new wallet; if unknown wallets are rejected, a declared user adds it first. */
  async signInNewWallet(fields?: (wallet: SigningWallet) => WalletFields): Promise<{
    readonly wallet: SigningWallet;
    readonly user: SignedIn;
  }> {
    const wallet = SigningWallet.create();
    const walletFields = fields?.(wallet) ?? this.getFields(wallet);
    if (!this.createsUsers) {
      const owner = await this.signInWithSession();
      await this.sendAccepted(this.createAddRequest(owner, walletFields));
    }
    return { wallet, user: await this.signIn(wallet, this.app, walletFields) };
  }

  createReadRequest(user: SignedIn, app = user.app): HttpRequest {
    this.requireKnown('user.path', 'user.identifiedBy');
    const isBySession = this.dialect.user.identifiedBy === 'bearerSession';
    if ((isBySession ? user.session : user.userId) === null) {
      throw createMissingFieldError(user, isBySession ? 'sessionJwt' : 'userMask');
    }
    return app.createUserReadRequest(this.getBearer('getUser', user), user.userId);
  }

  async read(user: SignedIn): Promise<UserView> {
    return toUserView(await this.sendAccepted(this.createReadRequest(user)), this.dialect);
  }

  /** Sends the requests that must come first, and returns a valid request that is not sent yet. */
  async createValidRequest(operation: OperationId, app = this.app): Promise<HttpRequest> {
    switch (operation) {
      case 'startWalletAuth':
        return app.createStartRequest(this.getFields(this.pickStartableWallet()));
      case 'authenticateWallet':
        return this.createSignedRequest(undefined, app);
      case 'addWalletToUser':
        return this.createAddRequest(await this.signInWithSession(this.#pickWritableWallet(), app));
      case 'sendSmsOtp':
        return this.createSendRequest('sms', undefined, app);
      case 'sendEmailOtp':
        return this.createSendRequest('email', undefined, app);
      case 'authenticateSmsOtp':
        this.requireKnown('otp.sms.codeField', 'otp.sms.identifiedBy');
        return this.createCodeSubmission(await this.sendOtp('sms', undefined, app));
      case 'authenticateEmailOtp':
        this.requireKnown('otp.email.codeField', 'otp.email.identifiedBy');
        return this.createCodeSubmission(await this.sendOtp('email', undefined, app));
      case 'getUser':
        return this.createReadRequest(await this.signInWithSession(undefined, app));
    }
  }

  /** Returns a wallet whose user may write; throws NotTested if the account has a Fraud flag (§7.4). */
  #pickWritableWallet(): SigningWallet {
    const wallet = this.pickWallet();
    const { identities } = this.ctx;
    const isRestricted =
      identities.belongsToAccount(wallet.address) &&
      !identities.listUnrestricted().some((account) => identities.findWallet(account) === wallet);
    if (!isRestricted) return wallet;
    throw createSettingError('accounts[].privateKey of an account without a Fraud flag');
  }

  /** Sends a valid or malformed request of an operation; records sends in the ledger. */
  async dispatch(request: HttpRequest): Promise<HttpResponse> {
    const channel = channels.find((name) => otpOperations[name].send === request.operation);
    if (channel === undefined) return this.send(request);
    const destination = findText(request.body, otpNames[channel].destination);
    return this.sendAndRecord(request, channel, destination ?? '');
  }
}

/** Returns the rank of an account, lowest first: a private key needs no code; without flags, no write is restricted. */
function rankAccount(account: DeclaredAccount): number {
  return (account.privateKey === null ? 2 : 0) + (hasFlags(account) ? 1 : 0);
}
