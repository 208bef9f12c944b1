/** Builds the requests of a client application in the dialect, with its credentials. */
import type { OperationId } from '../../src/contract/types.ts';
import { serviceOperations } from '../../src/contract/effective/service-contract.ts';
import { writeRequest, type OtpAttempt, type WrittenRequest } from '../../src/contract/wire.ts';
import type { Dialect, OtpChannel } from '../../src/dialect/dialect.ts';
import { createNeed } from '../check-errors.ts';
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

/** Provides sessions as bearer tokens for operations that do not accept an access token. */
export interface SessionSource {
  /** Returns null if the client has no session yet. */
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

  start(wallet: WalletFields, bearer?: Bearer): HttpRequest {
    return this.#request('startWalletAuth', { ...wallet }, bearer);
  }

  authenticate(wallet: WalletFields, signature: string, bearer?: Bearer): HttpRequest {
    return this.#request('authenticateWallet', { ...wallet, signature }, bearer);
  }

  /** @param bearer the session of the user to whom the wallet is added */
  addToUser(wallet: WalletFields, bearer?: Bearer): HttpRequest {
    return this.#request('addWalletToUser', { ...wallet }, bearer);
  }

  sendOtp(channel: OtpChannel, destination: string, bearer?: Bearer): HttpRequest {
    const operation = otpOperations[channel].send;
    const { body } = writeRequest(operation, { destination }, this.#dialect());
    return this.#request(operation, body, bearer);
  }

  authenticateOtp(channel: OtpChannel, attempt: OtpAttempt, bearer?: Bearer): HttpRequest {
    const operation = otpOperations[channel].authenticate;
    const { body } = writeRequest(operation, attempt, this.#dialect());
    return this.#request(operation, body, bearer);
  }

  /** @param bearer the session of the user, or another bearer token to send */
  getUser(bearer: Bearer, userId: string | null): HttpRequest {
    const dialect = this.#dialect();
    const written = writeRequest('getUser', { userId }, dialect);
    return this.#request('getUser', undefined, bearer, written);
  }

  /** Replaces the credentials of another client in a request. */
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
    body: Readonly<Record<string, string>> | undefined,
    bearer: Bearer,
    written?: Pick<WrittenRequest, 'query' | 'headers'>,
  ): HttpRequest {
    const dialect = this.#dialect();
    const { path, method } = requireOperation(operation);
    const token = bearer === undefined ? this.#getDefaultBearer(operation, dialect) : bearer;
    return {
      operation,
      method: method.toUpperCase(),
      path: operation === 'getUser' ? dialect.user.path : path,
      query: written?.query ?? {},
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        'service-client-id': this.credentials.clientId,
        'service-client-secret': this.credentials.clientSecret,
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...written?.headers,
      },
      body,
    };
  }

  /** Returns the access token (§5.2) or session that the operation needs; throws NotTested without it. */
  #getDefaultBearer(operation: OperationId, dialect: Dialect): string | null {
    const { requiredOn, accepts } = dialect.bearer;
    const { accessToken, clientId } = this.credentials;
    const isRequired = requiredOn.includes(operation);
    if (operation !== 'sendSmsOtp' && !isRequired) return null;
    if (!isRequired || (accepts.includes('client') && accessToken !== null)) return accessToken;
    // Only an explicit SMS send has a session, which may assign the number to its user (§5.7).
    const session =
      operation !== 'sendSmsOtp' && accepts.includes('session')
        ? this.#sessions.findSession(clientId)
        : null;
    if (session === null && accepts.includes('client')) throw createNeed('accessToken');
    return session;
  }
}

function requireOperation(operation: OperationId) {
  const found = serviceOperations.get(operation);
  if (found === undefined) throw new TypeError(`${operation} is no operation of the contract`);
  return found;
}
