/** Performs the steps of a crypto wallet: start, sign, authenticate, add (§4.1 to §4.3). */
import { listAcceptedTokens } from '../../src/dialect/bearer-use.ts';
import { findText } from '../responses/fields.ts';
import { NotTested } from '../check-errors.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import type { App, WalletFields } from './app.ts';
import {
  createMissingFieldError,
  readSignIn,
  type SignedIn,
  type WithSession,
} from './signed-in.ts';
import { SigningWallet } from './signing-wallet.ts';
import { FlowSteps } from './flow-steps.ts';

export interface Started {
  readonly wallet: SigningWallet;
  readonly fields: WalletFields;
  readonly challenge: string;
  readonly response: HttpResponse;
}

export class WalletFlows extends FlowSteps {
  /** Returns a wallet that can sign in: a new wallet, or the wallet of a declared account. */
  pickWallet(): SigningWallet {
    return this.createsUsers ? SigningWallet.create() : this.ctx.identities.requireDeclaredWallet();
  }

  /** Returns a wallet that gets a challenge, whether it can sign in or not. */
  pickStartableWallet(): SigningWallet {
    return this.dialect.identity.unknown === 'rejectAtStart'
      ? this.pickWallet()
      : SigningWallet.create();
  }

  getNetwork(wallet: SigningWallet | string): string {
    const address = typeof wallet === 'string' ? wallet : wallet.address;
    return this.ctx.identities.getNetwork(address);
  }

  /** @param requestedKind a network or type, such as POLYGON or EVM; undefined selects one */
  getFields(wallet: SigningWallet | string, requestedKind?: string): WalletFields {
    const walletAddress = typeof wallet === 'string' ? wallet : wallet.address;
    const { variant, types } = this.dialect.wallet;
    const defaultKind = variant === 'type' ? (types[0] ?? 'EVM') : this.getNetwork(wallet);
    const kind = requestedKind ?? this.#chooseKind(walletAddress, defaultKind);
    return kind === 'ETHEREUM' || kind === 'POLYGON'
      ? { walletAddress, walletNetwork: kind }
      : { walletAddress, walletType: kind };
  }

  #chooseKind(address: string, defaultKind: string): string {
    if (!this.createsUsers) return defaultKind;
    const turn = this.nextTurn();
    return this.ctx.identities.chooseKind(address, turn, defaultKind);
  }

  async start(
    wallet = this.pickWallet(),
    app = this.app,
    fields = this.getFields(wallet),
  ): Promise<Started> {
    const response = await this.sendAccepted(app.createStartRequest(fields));
    const challenge = findText(response.body, 'challenge');
    if (challenge === null) throw new NotTested('no challenge was returned', 'contract');
    return { wallet, fields, challenge, response };
  }

  async createSignedRequest(
    wallet?: SigningWallet,
    app = this.app,
    fields?: WalletFields,
  ): Promise<HttpRequest> {
    const started = await this.start(wallet, app, fields);
    return app.createSignInRequest(started.fields, started.wallet.sign(started.challenge));
  }

  /** Signs in; returns the response to authenticate, or to the start if it has no challenge. */
  async trySignIn(
    wallet: SigningWallet,
    fields: WalletFields,
    app = this.app,
  ): Promise<HttpResponse> {
    const started = await this.sendToService(app.createStartRequest(fields));
    const challenge = findText(started.body, 'challenge');
    if (challenge === null) return started;
    return this.sendToService(app.createSignInRequest(fields, wallet.sign(challenge)));
  }

  async signIn(
    wallet = this.pickWallet(),
    app = this.app,
    fields?: WalletFields,
  ): Promise<SignedIn> {
    const response = await this.sendAccepted(await this.createSignedRequest(wallet, app, fields));
    this.countUser(wallet.address);
    return { ...readSignIn(app, response), wallet };
  }

  async signInWithSession(wallet?: SigningWallet, app?: App): Promise<WithSession> {
    const user = await this.signIn(wallet, app);
    if (user.session === null) throw new NotTested('no sessionJwt was returned', 'contract');
    return { ...user, session: user.session };
  }

  /** Returns a user, and the new wallet that was added to the user (§4.3). */
  async addNewWallet(
    user?: SignedIn,
  ): Promise<{ user: SignedIn; added: SigningWallet; response: HttpResponse }> {
    const owner = user ?? (await this.signInWithSession());
    const added = SigningWallet.create();
    const response = await this.sendAccepted(this.createAddRequest(owner, this.getFields(added)));
    return { user: owner, added, response };
  }

  /** Returns the request that adds a wallet to a user; throws NotTested if nothing identifies the user. */
  createAddRequest(user: SignedIn, fields = this.getFields(SigningWallet.create())): HttpRequest {
    const { knowledge } = this.ctx;
    const preconditionError = knowledge.findPreconditionError('identity.addWalletTarget');
    // An accepted request shows that the deployment finds the user.
    const wasAccepted = knowledge.memory.hasAccepted('addWalletToUser');
    if (preconditionError !== null && !wasAccepted) throw preconditionError;
    const acceptedTokens = listAcceptedTokens('addWalletToUser', this.dialect);
    // Without a session, the request has the access token, and the last user of the client gets the wallet.
    if (user.session === null && !acceptedTokens.includes('client')) {
      throw createMissingFieldError(user, 'sessionJwt');
    }
    return user.app.createAddToUserRequest(fields, this.getBearer('addWalletToUser', user));
  }
}
