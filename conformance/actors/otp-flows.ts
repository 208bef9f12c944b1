/** Sends and submits one-time passwords, and signs in declared accounts. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { findText } from '../responses/fields.ts';
import { hasFraudFlag } from '../declared-accounts.ts';
import { NotTested, createSettingError } from '../check-errors.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import { parseRetryAfter } from '../target/response-kinds.ts';
import { RequestError } from '../target/request-errors.ts';
import { type App } from './app.ts';
import { findSessionOfCode } from './find-session-of-code.ts';
import { readSignIn, type SignedIn } from './signed-in.ts';
import { isGeneratedNumberTaken } from './taken-numbers.ts';
import { WalletFlows } from './wallet-flows.ts';
import { otpOperations, otpNames } from './operations.ts';

export interface SentOtp {
  readonly app: App;
  readonly channel: OtpChannel;
  readonly destination: string;
  /** The phoneId or emailId; null if the send does not return it. */
  readonly recordId: string | null;
  readonly response: HttpResponse;
}

const EMAIL_KEYS = [
  'otp.email.codeField',
  'otp.email.identifiedBy',
  'otp.email.authenticateReturns',
] as const;

export class OtpFlows extends WalletFlows {
  /** Returns different destinations whose users can sign in. */
  listDestinations(channel: OtpChannel, count: number): readonly string[] {
    const needsUser = !this.createsUsers || (channel === 'sms' && this.#smsSendNeedsOwnerSession);
    const owner = needsUser ? 'user' : 'anyone';
    return this.ctx.identities.listDestinations(channel, count, owner);
  }

  /** Returns a new destination if the run generates destinations, otherwise the one at the index. */
  getDestination(channel: OtpChannel, index = 0): string {
    const destination = this.listDestinations(channel, index + 1)[index];
    if (destination === undefined) throw createSettingError('destinations');
    return destination;
  }

  /** Returns a session for a send; undefined if the access token suffices (§5.2), or if no token is needed. */
  async prepareSendBearer(
    channel: OtpChannel,
    app: App,
    destination: string,
  ): Promise<string | undefined> {
    const { accepts, requiredOn } = this.dialect.bearer;
    // The SMS send always carries a token (§5.2).
    const isNeeded = channel === 'sms' || requiredOn.includes(otpOperations[channel].send);
    if (!isNeeded || this.#sendsWithAccessToken(channel, app)) return undefined;
    if (!accepts.includes('session')) throw createSettingError('accessToken');
    if (channel === 'email') return (await this.signInWithSession(undefined, app)).session;
    // With the session of another user, the number may count as already assigned (§5.7).
    const ownerSession = await this.#findOwnerSession(destination, app);
    if (ownerSession !== null) return ownerSession;
    if (this.dialect.otp.sms.bearerSession === 'mustMatch') {
      throw createSettingError('accessToken, or an account with privateKey and phoneNumber');
    }
    // The first send assigns the number to the user whose session was sent (§5.7).
    const { identities } = this.ctx;
    const user = await this.signInWithSession(identities.owners.get(destination), app);
    if (user.wallet) identities.owners.set(destination, user.wallet);
    return user.session;
  }

  #sendsWithAccessToken(channel: OtpChannel, app: App): boolean {
    const { accepts, requiredOn } = this.dialect.bearer;
    const isAccessTokenAccepted =
      accepts.includes('client') || !requiredOn.includes(otpOperations[channel].send);
    return app.credentials.accessToken !== null && isAccessTokenAccepted;
  }

  /** Whether an SMS send is accepted only with the session of the user to whom the number belongs (§5.7). */
  get #smsSendNeedsOwnerSession(): boolean {
    const { bearerSession } = this.dialect.otp.sms;
    return bearerSession === 'mustMatch' && !this.#sendsWithAccessToken('sms', this.app);
  }

  async #findOwnerSession(phoneNumber: string, app: App): Promise<string | null> {
    const [owner] = this.ctx.identities.listAccounts(
      (account) => account.phoneNumber === phoneNumber && account.privateKey !== null,
    );
    return owner === undefined ? null : (await this.signInAs(owner, app)).session;
  }

  /** Returns an unsent valid request; `sendAndRecord` sends it. */
  async createSendRequest(
    channel: OtpChannel,
    destination = this.getDestination(channel),
    app = this.app,
  ): Promise<HttpRequest> {
    return app.createOtpSendRequest(
      channel,
      destination,
      await this.prepareSendBearer(channel, app, destination),
    );
  }

  /** Sends, and records the send in the ledger; throws NotTested if a wait is required. */
  async sendAndRecord(
    request: HttpRequest,
    channel: OtpChannel,
    destination: string,
    app = this.app,
  ): Promise<HttpResponse> {
    const { ledger, now } = this.ctx;
    const { clientId } = app.credentials;
    if (ledger.mustWait({ channel, destination, clientId, at: now() })) {
      throw new NotTested('needs more sends than the deployment accepts at a time', 'environment');
    }
    const response = await ledger.countSend(() => this.send(request));
    const entry = { channel, destination, clientId, at: now() };
    if (response.accepted) ledger.recordSend(entry);
    const wait = response.status === 429 ? parseRetryAfter(response) : null;
    if (wait !== null) ledger.recordRefusedSend({ ...entry, until: entry.at + wait });
    if (isGeneratedNumberTaken(this, app, destination, response)) {
      throw new RequestError(
        `a send to a generated phone number is rejected with ${response.status}, as if it belonged to another user`,
      );
    }
    return response;
  }

  async sendOtp(
    channel: OtpChannel,
    destination = this.getDestination(channel),
    app = this.app,
    bearer?: string,
  ): Promise<SentOtp> {
    const request =
      bearer === undefined
        ? await this.createSendRequest(channel, destination, app)
        : app.createOtpSendRequest(channel, destination, bearer);
    return this.toSentOtp(await this.sendAndRecord(request, channel, destination, app), {
      app,
      channel,
      destination,
    });
  }

  toSentOtp(
    response: HttpResponse,
    about: Pick<SentOtp, 'app' | 'channel' | 'destination'>,
  ): SentOtp {
    this.requireSuccess(response);
    const recordId = findText(response.body, otpNames[about.channel].recordId);
    return { ...about, recordId, response };
  }

  readCode({ channel, destination }: SentOtp): Promise<string> {
    return this.ctx.ledger.readNewestCode(channel, destination);
  }

  /** Returns the request that authenticates with a code, by default the correct code. */
  async createCodeSubmission(sent: SentOtp, code?: string, app = sent.app): Promise<HttpRequest> {
    const { channel, recordId, destination } = sent;
    const attempt = { recordId, destination, code: code ?? (await this.readCode(sent)) };
    return app.createOtpAuthenticateRequest(channel, attempt);
  }

  /** Signs in by one-time password; the session is null if the response contains none. */
  async signInByOtp(
    channel: OtpChannel,
    destination = this.getDestination(channel),
    app = this.app,
  ): Promise<SignedIn> {
    // Another send may replace the code (§8).
    return this.ctx.identities.runExclusively(destination, async () => {
      const sent = await this.sendOtp(channel, destination, app);
      const response = await this.sendAccepted(await this.createCodeSubmission(sent));
      this.countUser(destination);
      const user = { ...readSignIn(app, response), wallet: null };
      const session = user.session ?? (await findSessionOfCode(this, app, response));
      return { ...user, session };
    });
  }

  /**
   * Decides whether an account with a wallet signs in by email: only at its first sign-in through another
   * client, which is recorded. This tests linking by email (§5.6); new wallets test linking by wallet.
   */
  #shouldLinkByEmail(account: DeclaredAccount, app: App): boolean {
    const { ctx, dialect } = this;
    const isPossible =
      account.emailAddress !== null &&
      ctx.ledger.source !== null &&
      EMAIL_KEYS.every((key) => ctx.knowledge.isDetected(key)) &&
      /session/i.test(dialect.otp.email.authenticateReturns);
    const mayLink = app !== this.app && !hasFraudFlag(account);
    return mayLink && isPossible && ctx.identities.addLinked(account.name);
  }

  async signInAs(account: DeclaredAccount, app = this.app): Promise<SignedIn> {
    const { identities } = this.ctx;
    return identities.runExclusively(account, async () => {
      const wallet = identities.findWallet(account);
      const { emailAddress } = account;
      // A Fraud flag may prevent the verification of the wallet (§7.4).
      const mayNeedCode = hasFraudFlag(account) && this.ctx.ledger.source !== null;
      if (wallet && emailAddress !== null && mayNeedCode) {
        const response = await this.sendToService(await this.createSignedRequest(wallet, app));
        if (response.accepted) return { ...readSignIn(app, response), wallet };
        return { ...(await this.signInByOtp('email', emailAddress, app)), walletRefusal: response };
      }
      if (wallet && !this.#shouldLinkByEmail(account, app)) return this.signIn(wallet, app);
      if (emailAddress !== null) return this.signInByOtp('email', emailAddress, app);
      if (account.phoneNumber !== null) return this.signInByOtp('sms', account.phoneNumber, app);
      throw createSettingError(
        `the privateKey, emailAddress or phoneNumber of account ${account.name}, to sign in`,
      );
    });
  }
}
