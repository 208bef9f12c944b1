/** The steps of one-time passwords, and of accounts that may sign in by them: sending, answering. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { textIn } from '../responses/fields.ts';
import { hasFraudFlag } from '../declared-accounts.ts';
import { NotTested } from '../outcomes.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { HttpRequest, Reply } from '../target/http-request.ts';
import { retryAfter } from '../target/retry-policy.ts';
import { Trouble } from '../target/trouble.ts';
import type { App } from './app.ts';
import { otpOperations } from './app.ts';
import { signedIn, type SignedIn } from './signed-in.ts';
import { isTakenByChance } from './taken-numbers.ts';
import { WalletFlows } from './wallet-flows.ts';

export interface SentOtp {
  readonly app: App;
  readonly channel: OtpChannel;
  readonly destination: string;
  /** phoneId or emailId; null where send does not tell it. */
  readonly recordId: string | null;
  readonly reply: Reply;
}

export class OtpFlows extends WalletFlows {
  /** Destinations that somebody can sign in by, each another. */
  destinations(channel: OtpChannel, count: number): readonly string[] {
    const known = !this.strangersSignUp || (channel === 'sms' && this.#sendsToOwnerAlone);
    return this.attempt.ctx.identities.destinations(channel, count, known);
  }

  destination(channel: OtpChannel): string {
    const [first] = this.destinations(channel, 1);
    if (first === undefined) throw new NotTested('needs destinations', 'settings');
    return first;
  }

  /**
   * The bearer of a send: the access token of the client (§5.2), or without one the session of a
   * user, be it one made for the purpose. Undefined where the usual one will do.
   */
  async bearerOfSend(
    channel: OtpChannel,
    app: App,
    destination: string,
  ): Promise<string | undefined> {
    const { accepts, requiredOn } = this.attempt.dialect.bearer;
    const isNeeded = channel === 'sms' || requiredOn.includes(otpOperations[channel].send);
    if (!isNeeded || this.#sendsWithToken(channel, app)) return undefined;
    if (!accepts.includes('session')) throw new NotTested('needs accessToken', 'settings');
    // The session of another user may say that the number is taken (§5.7).
    const ofOwner = channel === 'sms' ? await this.#sessionOf(destination, app) : null;
    if (ofOwner !== null) return ofOwner;
    if (channel === 'sms' && this.#sendsToOwnerAlone) {
      throw new NotTested(
        'needs accessToken, or an account with privateKey and phoneNumber',
        'settings',
      );
    }
    if (channel === 'email') return (await this.session(undefined, app)).session;
    // Whose session was the bearer of the first send has the number since (§5.7).
    const { identities } = this.attempt.ctx;
    const user = await this.session(identities.ownerOf(destination), app);
    if (user.wallet) identities.ownedBy(user.wallet, destination);
    return user.session;
  }

  #sendsWithToken(channel: OtpChannel, app: App): boolean {
    const { accepts, requiredOn } = this.attempt.dialect.bearer;
    const serves = accepts.includes('client') || !requiredOn.includes(otpOperations[channel].send);
    return app.credentials.accessToken !== null && serves;
  }

  /** Whether a session is the only bearer, and has to be that of the user with the number (§5.7). */
  get #sendsToOwnerAlone(): boolean {
    const { bearerSession } = this.attempt.dialect.otp.sms;
    return bearerSession === 'mustMatch' && !this.#sendsWithToken('sms', this.app);
  }

  /** Null where no declared account has the number, and signs in by wallet. */
  async #sessionOf(phoneNumber: string, app: App): Promise<string | null> {
    const [owner] = this.attempt.ctx.identities.accounts(
      (account) => account.phoneNumber === phoneNumber && account.privateKey !== null,
    );
    return owner === undefined ? null : (await this.signInAs(owner, app)).session;
  }

  /** A right send, not sent yet; it is in the book as soon as it is sent by `send`. */
  async sendRequest(
    channel: OtpChannel,
    destination = this.destination(channel),
    app = this.app,
  ): Promise<HttpRequest> {
    return app.sendOtp(channel, destination, await this.bearerOfSend(channel, app, destination));
  }

  /**
   * Sends a call that may send a one-time password, and books it.
   *
   * @throws NotTested where the deployment asked to wait with it; Trouble where another number is needed
   */
  async recordedSend(
    request: HttpRequest,
    channel: OtpChannel,
    destination: string,
    app = this.app,
  ): Promise<Reply> {
    const { ledger, now } = this.attempt.ctx;
    const { clientId } = app.credentials;
    if (ledger.isClosed({ channel, destination, clientId, at: now() })) {
      throw new NotTested('needs more sends than the deployment accepts at a time', 'environment');
    }
    ledger.aboutToSend();
    const reply = await this.attempt.send(request);
    const entry = { channel, destination, clientId, at: now() };
    // What is refused was not sent, and is not counted.
    if (!reply.accepted && reply.status < 500) ledger.notSent();
    if (reply.accepted) ledger.sent(entry);
    const wait = reply.status === 429 ? retryAfter(reply) : null;
    if (wait !== null) ledger.postponed({ ...entry, until: entry.at + wait });
    if (isTakenByChance(this.attempt, app, destination, reply)) {
      throw new Trouble('a generated phone number belongs to a user already');
    }
    return reply;
  }

  /**
   * Sends a one-time password.
   *
   * @throws NotTested where it is refused
   */
  async sendOtp(
    channel: OtpChannel,
    destination = this.destination(channel),
    app = this.app,
    bearer?: string,
  ): Promise<SentOtp> {
    const request =
      bearer === undefined
        ? await this.sendRequest(channel, destination, app)
        : app.sendOtp(channel, destination, bearer);
    return this.sentBy(await this.recordedSend(request, channel, destination, app), {
      app,
      channel,
      destination,
    });
  }

  /** @throws NotTested where the send was refused */
  sentBy(reply: Reply, about: Pick<SentOtp, 'app' | 'channel' | 'destination'>): SentOtp {
    this.expectAccepted(reply);
    const recordId = textIn(reply.body, about.channel === 'sms' ? 'phoneId' : 'emailId');
    return { ...about, recordId, reply };
  }

  /** The code of the send just made. */
  code({ channel, destination }: SentOtp): Promise<string> {
    return this.attempt.ctx.ledger.newestCode(channel, destination);
  }

  /** The call that authenticates with a code; the right one if none is given. */
  async otpRequest(sent: SentOtp, code?: string, app = sent.app): Promise<HttpRequest> {
    const { channel, recordId, destination } = sent;
    const valid = code ?? (await this.code(sent));
    return app.authenticateOtp(channel, { recordId, destination, code: valid });
  }

  /** Signs in by one-time password; there is a session only where the dialect gives one. */
  async signInByOtp(channel: OtpChannel, destination?: string, app = this.app): Promise<SignedIn> {
    const sent = await this.sendOtp(channel, destination, app);
    const reply = await this.step(await this.otpRequest(sent));
    this.countUser(sent.destination);
    return { ...signedIn(app, reply), wallet: null };
  }

  /** Signs in a declared account by what is known of it: its key, its number, its address. */
  async signInAs(account: DeclaredAccount, app = this.app): Promise<SignedIn> {
    const { identities } = this.attempt.ctx;
    return identities.oneAtATime(account.name, async () => {
      const wallet = identities.walletOf(account);
      const { emailAddress } = account;
      if (wallet && emailAddress !== null && this.#mayBeUnverified(account)) {
        const reply = await this.attempt.send(await this.signedRequest(wallet, app));
        this.attempt.decided(reply);
        if (reply.accepted) return { ...signedIn(app, reply), wallet };
        return { ...(await this.signInByOtp('email', emailAddress, app)), walletRefusal: reply };
      }
      if (wallet) return this.signIn(wallet, app);
      if (emailAddress !== null) return this.signInByOtp('email', emailAddress, app);
      if (account.phoneNumber !== null) return this.signInByOtp('sms', account.phoneNumber, app);
      throw new NotTested(
        `account ${account.name} has no key or destination to sign in with`,
        'settings',
      );
    });
  }

  /** A Fraud flag may keep a wallet from being verified, and with that from signing in (§7.4). */
  #mayBeUnverified(account: DeclaredAccount): boolean {
    return hasFraudFlag(account) && this.attempt.ctx.ledger.source !== null;
  }
}
