/** Creates and sends requests to the service in the dialect of the workspace (§4). */
import type { Dialect } from '../../dialect/dialect.ts';
import { UnreachableError } from '../api/control.ts';
import type { Client, ServiceOperation } from '../api/schemas.ts';
import { formatQuery, getSessionHeader } from '../traffic/curl.ts';

export interface Caller {
  readonly client: Client;
  readonly dialect: Dialect;
}

export interface WalletChoice {
  readonly address: string;
  /** A network or a type with the name of its field: `walletType: EVM` (§2.2). */
  readonly variant: string;
}

export type Channel = 'sms' | 'email';

type HeaderFields = Readonly<Record<string, string>>;

export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** Relative to the base URL. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers: HeaderFields;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface Exchange {
  readonly request: ServiceRequest;
  readonly response: {
    readonly status: number;
    readonly headers: HeaderFields;
    /** Parsed JSON, else the text; undefined for an empty body. */
    readonly body: unknown;
    readonly durationMs: number;
  };
}

/** Creates the request for a challenge (§4.1). */
export function createStartRequest(caller: Caller, wallet: WalletChoice): ServiceRequest {
  const path = '/v1/auth/cryptoWallet:start';
  return createPost(caller, 'startWalletAuth', path, createWalletBody(wallet));
}

/** Creates the request to authenticate a wallet (§4.2). */
export function createWalletAuthenticateRequest(
  caller: Caller,
  wallet: WalletChoice,
  signature: string,
): ServiceRequest {
  const body = { ...createWalletBody(wallet), signature };
  return createPost(caller, 'authenticateWallet', '/v1/auth/cryptoWallet:authenticate', body);
}

/** Creates the request to send a one-time password (§4.4, §4.6). */
export function createSendRequest(caller: Caller, channel: Channel, to: string): ServiceRequest {
  const { path, fields, sendOperation } = CHANNELS[channel];
  return createPost(caller, sendOperation, `${path}:send`, { [fields.to]: to });
}

/** Creates the request to authenticate a one-time password (§4.5, §4.7). */
export function createCodeAuthenticateRequest(
  caller: Caller,
  channel: Channel,
  submission: { readonly to: string; readonly recordId: string; readonly code: string },
): ServiceRequest {
  const { identifiedBy, codeField } = caller.dialect.otp[channel];
  const { path, fields, authenticateOperation } = CHANNELS[channel];
  return createPost(caller, authenticateOperation, `${path}:authenticate`, {
    ...(identifiedBy !== 'destination' && { [fields.recordId]: submission.recordId }),
    ...(identifiedBy !== 'recordId' && { [fields.to]: submission.to }),
    [codeField]: submission.code,
  });
}

/** Creates the request to read the user (§4.8). */
export function createUserReadRequest(
  caller: Caller,
  user: { readonly sessionJwt: string; readonly id: string },
): ServiceRequest {
  const { bearer, session, user: userDialect } = caller.dialect;
  const { path, identifiedBy } = userDialect;
  const { name, prefix } = getSessionHeader(session.sentIn);
  // The session identifies the user, or the access token of the client is not accepted as a bearer token.
  const needsSession = identifiedBy === 'bearerSession' || !bearer.accepts.includes('client');
  const headers = {
    ...createHeaders(caller, 'getUser'),
    // Browsers ignore the header Cookie; it is only for the curl command.
    ...(needsSession && { [name]: `${prefix}${user.sessionJwt}` }),
  };
  if (identifiedBy === 'bearerSession') return { method: 'GET', path, headers };
  return 'query' in identifiedBy
    ? { method: 'GET', path, headers, query: { [identifiedBy.query]: user.id } }
    : { method: 'GET', path, headers: { ...headers, [identifiedBy.header]: user.id } };
}

/** Returns the fields that the dialect accepts for the network or type of a wallet. */
export function listWalletVariants({ wallet }: Dialect): readonly string[] {
  return [
    ...(wallet.variant === 'type' ? [] : ['walletNetwork: ETHEREUM', 'walletNetwork: POLYGON']),
    ...(wallet.variant === 'network' ? [] : wallet.types.map((type) => `walletType: ${type}`)),
  ];
}

export const CHANNELS = {
  sms: {
    label: 'Phone number',
    example: '+12025550106',
    sendClause: '4.4',
    authenticateClause: '4.5',
    path: '/v1/auth/otp/sms',
    sendOperation: 'sendSmsOtp',
    authenticateOperation: 'authenticateSmsOtp',
    fields: { to: 'phoneNumber', recordId: 'phoneId' },
  },
  email: {
    label: 'Email address',
    example: 'gina@example.test',
    sendClause: '4.6',
    authenticateClause: '4.7',
    path: '/v1/auth/otp/email',
    sendOperation: 'sendEmailOtp',
    authenticateOperation: 'authenticateEmailOtp',
    fields: { to: 'emailAddress', recordId: 'emailId' },
  },
} as const;

function createWalletBody({ address, variant }: WalletChoice): Record<string, string> {
  const [field = '', value = ''] = variant.split(': ');
  return { walletAddress: address, [field]: value };
}

function createPost(
  caller: Caller,
  operation: ServiceOperation,
  path: string,
  body: Readonly<Record<string, unknown>>,
): ServiceRequest {
  const headers = { ...createHeaders(caller, operation), 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body };
}

/** Returns the credentials (§2.1), and the access token if the operation requires a bearer token (§5.7). */
function createHeaders({ client, dialect }: Caller, operation: ServiceOperation): HeaderFields {
  return {
    'service-client-id': client.id,
    'service-client-secret': client.secret,
    accept: 'application/json',
    ...(dialect.bearer.requiredOn.includes(operation) && {
      authorization: `Bearer ${client.accessToken}`,
    }),
  };
}

export function getUrl(baseUrl: string, { path, query = {} }: ServiceRequest): string {
  return `${baseUrl}${path}${formatQuery(query)}`;
}

/**
 * Sends a request as a client application.
 *
 * @throws UnreachableError without a response, for example because a fault closed the connection
 */
export async function send(baseUrl: string, request: ServiceRequest): Promise<Exchange> {
  const { method, headers, body } = request;
  const start = performance.now();
  const response = await fetch(getUrl(baseUrl, request), {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(() => {
    throw new UnreachableError();
  });
  const text = await response.text();
  return {
    request,
    response: {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === '' ? undefined : parseBody(text),
      durationMs: Math.round(performance.now() - start),
    },
  };
}

/** Returns the text at a path of fields in the response body; empty if the text is missing. */
export function getText(exchange: Exchange | undefined, ...path: readonly string[]): string {
  let value = exchange?.response.body;
  for (const name of path) value = Reflect.get(Object(value), name);
  return typeof value === 'string' ? value : '';
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
