/** Builds requests of one client application. To send the session of a certain user, pass it as bearer token. */
import type { OperationId } from '../../src/contract/types.ts';
import { getOperation } from '../../src/contract/effective/service-contract.ts';
import { writeRequest, type OtpAttempt, type WrittenRequest } from '../../src/contract/wire.ts';
import type { Dialect, OtpChannel } from '../../src/dialect/dialect.ts';
import { createSettingError } from '../check-errors.ts';
import type { ClientCredentials } from '../settings.ts';
import type { HttpRequest } from '../target/http-request.ts';
import { otpOperations } from './operations.ts';

export interface WalletFields {
  readonly walletAddress: string;
  readonly walletNetwork?: string;
  readonly walletType?: string;
}

/** The bearer token to send: undefined selects it automatically, null sends none. */
type Bearer = string | null | undefined;

/** Provides sessions as bearer tokens, for use if an access token is not accepted or not set. */
export interface SessionSource {
  findSession(clientId: string): string | null;
}

export class App {
  readonly credentials: ClientCredentials;
  readonly #dialect: () => Dialect;
  readonly #sessions: SessionSource;

  constructor(credentials: ClientCredentials, dialect: () => Dialect, sessions: SessionSource) {
    this.credentials = credentials;
    this.#dialect = dialect;
    this.#sessions = sessions;
  }

  createStartRequest(wallet: WalletFields, bearer?: Bearer): HttpRequest {
    return this.#request('startWalletAuth', { body: { ...wallet } }, bearer);
  }

  createSignInRequest(wallet: WalletFields, signature: string, bearer?: Bearer): HttpRequest {
    return this.#request('authenticateWallet', { body: { ...wallet, signature } }, bearer);
  }

  createAddToUserRequest(wallet: WalletFields, bearer?: Bearer): HttpRequest {
    return this.#request('addWalletToUser', { body: { ...wallet } }, bearer);
  }

  createOtpSendRequest(channel: OtpChannel, destination: string, bearer?: Bearer): HttpRequest {
    const operation = otpOperations[channel].send;
    return this.#request(
      operation,
      writeRequest(operation, { destination }, this.#dialect()),
      bearer,
    );
  }

  createOtpAuthenticateRequest(channel: OtpChannel, attempt: OtpAttempt): HttpRequest {
    const operation = otpOperations[channel].authenticate;
    return this.#request(operation, writeRequest(operation, attempt, this.#dialect()));
  }

  /** @param bearer the session of the user, or another bearer token to send */
  createUserReadRequest(bearer: Bearer, userId: string | null): HttpRequest {
    return this.#request('getUser', writeRequest('getUser', { userId }, this.#dialect()), bearer);
  }

  /** Replaces the credentials and any bearer token; removes the bearer token if this client has no access token. */
  replaceCredentials(request: HttpRequest): HttpRequest {
    const { authorization, ...headers } = request.headers;
    const { clientId, clientSecret, accessToken } = this.credentials;
    const token = authorization === undefined ? null : accessToken;
    return {
      ...request,
      headers: {
        ...headers,
        'service-client-id': clientId,
        'service-client-secret': clientSecret,
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
    };
  }

  #request(
    operation: OperationId,
    { body, query = {}, headers }: Partial<WrittenRequest>,
    bearer?: Bearer,
  ): HttpRequest {
    const dialect = this.#dialect();
    const { path, method } = getOperation(operation);
    const token = bearer === undefined ? this.#getDefaultBearer(operation, dialect) : bearer;
    return {
      operation,
      method: method.toUpperCase(),
      path: operation === 'getUser' ? dialect.user.path : path,
      query,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        'service-client-id': this.credentials.clientId,
        'service-client-secret': this.credentials.clientSecret,
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body,
    };
  }

  /**
   * Returns the access token (§5.2), a session, or null if none is required or found.
   *
   * @throws NotTested if a required token is missing and an access token would be accepted
   */
  #getDefaultBearer(operation: OperationId, dialect: Dialect): string | null {
    const { requiredOn, accepts } = dialect.bearer;
    const { accessToken, clientId } = this.credentials;
    // The SMS send always carries the access token (§5.2).
    if (!requiredOn.includes(operation)) return operation === 'sendSmsOtp' ? accessToken : null;
    const acceptsAccessToken = accepts.includes('client');
    if (acceptsAccessToken && accessToken !== null) return accessToken;
    // By default an SMS send has no session: a session may assign the number to its user (§5.7).
    const session =
      operation !== 'sendSmsOtp' && accepts.includes('session')
        ? this.#sessions.findSession(clientId)
        : null;
    if (session === null && acceptsAccessToken) throw createSettingError('accessToken');
    return session;
  }
}
