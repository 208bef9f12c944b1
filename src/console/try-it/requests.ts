/** The requests of the service in the dialect of the workspace (§4). */
import type { Dialect } from '../../dialect/dialect.ts';
import type { Client } from '../api/schemas.ts';
import type { ServiceRequest } from './exchange.ts';

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

/** §4.1 */
export function startWallet(caller: Caller, wallet: WalletChoice): ServiceRequest {
  return post(caller, '/v1/auth/cryptoWallet:start', createWalletBody(wallet));
}

/** §4.2 */
export function authenticateWallet(
  caller: Caller,
  wallet: WalletChoice,
  signature: string,
): ServiceRequest {
  const body = { ...createWalletBody(wallet), signature };
  return post(caller, '/v1/auth/cryptoWallet:authenticate', body);
}

/** §4.4, §4.6: the send by SMS carries the access token of the client (§5.2). */
export function sendCode(caller: Caller, channel: Channel, to: string): ServiceRequest {
  const request = post(caller, `/v1/auth/otp/${channel}:send`, { [fieldNames[channel].to]: to });
  const requiresBearer = caller.dialect.bearer.requiredOn.includes(
    channel === 'sms' ? 'sendSmsOtp' : 'sendEmailOtp',
  );
  const authorization = `Bearer ${caller.client.accessToken}`;
  return requiresBearer ? addHeaders(request, { authorization }) : request;
}

/** §4.5, §4.7 */
export function authenticateCode(
  caller: Caller,
  channel: Channel,
  submission: { readonly to: string; readonly recordId: string; readonly code: string },
): ServiceRequest {
  const { identifiedBy, codeField } = caller.dialect.otp[channel];
  const names = fieldNames[channel];
  return post(caller, `/v1/auth/otp/${channel}:authenticate`, {
    ...(identifiedBy === 'destination' ? {} : { [names.recordId]: submission.recordId }),
    ...(identifiedBy === 'recordId' ? {} : { [names.to]: submission.to }),
    [codeField]: submission.code,
  });
}

/** §4.8 */
export function readUser(
  caller: Caller,
  user: { readonly sessionJwt: string; readonly id: string },
): ServiceRequest {
  const { user: reading, session } = caller.dialect;
  const { path, identifiedBy } = reading;
  const request: ServiceRequest = { method: 'GET', path, headers: createCredentials(caller) };
  if (identifiedBy === 'bearerSession') {
    return addHeaders(request, createSessionHeader(user.sessionJwt, session.sentIn));
  }
  return 'query' in identifiedBy
    ? { ...request, query: { [identifiedBy.query]: user.id } }
    : addHeaders(request, { [identifiedBy.header]: user.id });
}

/** Returns the fields that the dialect accepts for the network or type of a wallet. */
export function listWalletVariants({ wallet }: Dialect): readonly string[] {
  return [
    ...(wallet.variant === 'type' ? [] : ['walletNetwork: ETHEREUM', 'walletNetwork: POLYGON']),
    ...(wallet.variant === 'network' ? [] : wallet.types.map((type) => `walletType: ${type}`)),
  ];
}

const fieldNames = {
  sms: { to: 'phoneNumber', recordId: 'phoneId' },
  email: { to: 'emailAddress', recordId: 'emailId' },
} as const;

function createWalletBody({ address, variant }: WalletChoice): Record<string, string> {
  const [field = 'walletNetwork', value = 'ETHEREUM'] = variant.split(': ');
  return { walletAddress: address, [field]: value };
}

function post(
  caller: Caller,
  path: string,
  body: Readonly<Record<string, unknown>>,
): ServiceRequest {
  const headers = { ...createCredentials(caller), 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body };
}

/** §2.1 */
function createCredentials({ client: { id, secret } }: Caller): Record<string, string> {
  return {
    'service-client-id': id,
    'service-client-secret': secret,
    accept: 'application/json',
  };
}

function addHeaders(
  request: ServiceRequest,
  headers: Readonly<Record<string, string>>,
): ServiceRequest {
  return { ...request, headers: { ...request.headers, ...headers } };
}

/** A page cannot set the header Cookie; the curl command can. */
function createSessionHeader(
  session: string,
  sentIn: Dialect['session']['sentIn'],
): Record<string, string> {
  if (sentIn === 'authorization') return { authorization: `Bearer ${session}` };
  return 'header' in sentIn
    ? { [sentIn.header.toLowerCase()]: session }
    : { cookie: `${sentIn.cookie}=${session}` };
}
