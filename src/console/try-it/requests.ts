/** The requests of the service as the dialect of the workspace words them (§4). */
import type { Dialect } from '../../dialect/dialect.ts';
import type { Client } from '../api/schemas.ts';
import type { ServiceRequest } from './exchange.ts';

/** The client application, and the dialect of the service. */
export interface Speaker {
  readonly client: Client;
  readonly dialect: Dialect;
}

export interface WalletChoice {
  readonly address: string;
  /** A network or a type, under the name of its field (§2.2). */
  readonly variant: string;
}

export type Channel = 'sms' | 'email';

/** §4.1 */
export function startWallet(speaker: Speaker, wallet: WalletChoice): ServiceRequest {
  return post(speaker, '/v1/auth/cryptoWallet:start', walletBody(wallet));
}

/** §4.2 */
export function authenticateWallet(
  speaker: Speaker,
  wallet: WalletChoice,
  signature: string,
): ServiceRequest {
  const body = { ...walletBody(wallet), signature };
  return post(speaker, '/v1/auth/cryptoWallet:authenticate', body);
}

/** §4.4, §4.6: the send by SMS carries the access token of the client (§5.2). */
export function sendCode(speaker: Speaker, channel: Channel, to: string): ServiceRequest {
  const request = post(speaker, `/v1/auth/otp/${channel}:send`, { [fieldNames[channel].to]: to });
  const requiresBearer = speaker.dialect.bearer.requiredOn.includes(
    channel === 'sms' ? 'sendSmsOtp' : 'sendEmailOtp',
  );
  return requiresBearer ? withBearer(request, speaker.client.accessToken) : request;
}

/** §4.5, §4.7 */
export function authenticateCode(
  speaker: Speaker,
  channel: Channel,
  submission: { readonly to: string; readonly recordId: string; readonly code: string },
): ServiceRequest {
  const { identifiedBy, codeField } = speaker.dialect.otp[channel];
  const names = fieldNames[channel];
  return post(speaker, `/v1/auth/otp/${channel}:authenticate`, {
    ...(identifiedBy === 'destination' ? {} : { [names.recordId]: submission.recordId }),
    ...(identifiedBy === 'recordId' ? {} : { [names.to]: submission.to }),
    [codeField]: submission.code,
  });
}

/** §4.8 */
export function readUser(
  speaker: Speaker,
  user: { readonly sessionJwt: string; readonly id: string },
): ServiceRequest {
  const { path, identifiedBy } = speaker.dialect.user;
  const request: ServiceRequest = { method: 'GET', path, headers: credentials(speaker) };
  if (identifiedBy === 'bearerSession') {
    return withSession(request, user.sessionJwt, speaker.dialect.session.sentIn);
  }
  return 'query' in identifiedBy
    ? { ...request, query: { [identifiedBy.query]: user.id } }
    : { ...request, headers: { ...request.headers, [identifiedBy.header]: user.id } };
}

/** What a wallet can be sent as in the dialect. */
export function walletVariants({ wallet }: Dialect): readonly string[] {
  return [
    ...(wallet.variant === 'type' ? [] : ['walletNetwork: ETHEREUM', 'walletNetwork: POLYGON']),
    ...(wallet.variant === 'network' ? [] : wallet.types.map((type) => `walletType: ${type}`)),
  ];
}

const fieldNames = {
  sms: { to: 'phoneNumber', recordId: 'phoneId' },
  email: { to: 'emailAddress', recordId: 'emailId' },
} as const;

function walletBody({ address, variant }: WalletChoice): Record<string, string> {
  const [field = 'walletNetwork', value = 'ETHEREUM'] = variant.split(': ');
  return { walletAddress: address, [field]: value };
}

function post(
  speaker: Speaker,
  path: string,
  body: Readonly<Record<string, unknown>>,
): ServiceRequest {
  const headers = { ...credentials(speaker), 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body };
}

/** §2.1 */
function credentials({ client: { id, secret } }: Speaker): Record<string, string> {
  return {
    'service-client-id': id,
    'service-client-secret': secret,
    accept: 'application/json',
  };
}

function withBearer(request: ServiceRequest, token: string): ServiceRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

/** A page can not set the header Cookie: the line for the terminal can. */
function withSession(
  request: ServiceRequest,
  session: string,
  sentIn: Dialect['session']['sentIn'],
): ServiceRequest {
  if (sentIn === 'authorization') return withBearer(request, session);
  const header =
    'header' in sentIn
      ? { [sentIn.header.toLowerCase()]: session }
      : { cookie: `${sentIn.cookie}=${session}` };
  return { ...request, headers: { ...request.headers, ...header } };
}
