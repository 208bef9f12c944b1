/** A valid request for each of the eight operations, for tests that modify it. */
import { rawRequest } from './raw-request.ts';
import type { RawAnswer, RawRequest } from './raw-request.ts';

export interface ServiceCall {
  readonly operationId: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Undefined if the request has no body. */
  readonly body?: Readonly<Record<string, string>>;
  /** Whether the request carries the access token of the client (§5.2). */
  readonly bearer?: string;
}

/** A wallet whose signature is never verified in these tests. */
export const walletAddress = '0x52908400098527886e0f7030069857d2e4169ee7';

const accessToken = 'wallet-app-token';
const wallet = { walletAddress, walletNetwork: 'ETHEREUM' };

export const serviceCalls: readonly ServiceCall[] = [
  post('startWalletAuth', '/v1/auth/cryptoWallet:start', wallet),
  post('authenticateWallet', '/v1/auth/cryptoWallet:authenticate', {
    ...wallet,
    signature: `0x${'1b'.repeat(65)}`,
  }),
  post('addWalletToUser', '/v1/auth/cryptoWallet:addToUser', wallet),
  {
    ...post('sendSmsOtp', '/v1/auth/otp/sms:send', { phoneNumber: '+12025550161' }),
    bearer: accessToken,
  },
  post('authenticateSmsOtp', '/v1/auth/otp/sms:authenticate', {
    phoneId: '3c59dc04-8e88-4024-a3be-8079d5c36f70',
    otp: '123456',
  }),
  post('sendEmailOtp', '/v1/auth/otp/email:send', { emailAddress: 'nobody@example.test' }),
  post('authenticateEmailOtp', '/v1/auth/otp/email:authenticate', {
    emailId: '6f4922f4-5568-461a-8dfe-47eb4b05f08a',
    otp: '123456',
  }),
  { operationId: 'getUser', method: 'GET', path: '/user', bearer: accessToken },
];

/** The operations with a request body, and that body. */
export const callsWithBody = serviceCalls.flatMap(({ body, ...rest }) =>
  body === undefined ? [] : [{ ...rest, body }],
);

/** Every property of every body. */
export const properties = callsWithBody.flatMap((call) =>
  Object.keys(call.body).map((property) => ({ ...call, property })),
);

/** Changes to the request; a header that is undefined is omitted. */
export interface Breakage {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Headers appended after all others, even with the same name. */
  readonly more?: RawRequest['headers'];
  readonly json?: unknown;
  /** The raw body; null for none. */
  readonly body?: string | Buffer | null;
}

/** Sends a request with its credentials, body and bearer token, except for the changes. */
export function makeCall(
  url: string,
  call: ServiceCall,
  { method = call.method, path = call.path, headers = {}, more = [], ...rest }: Breakage = {},
): Promise<RawAnswer> {
  const json = 'json' in rest ? rest.json : call.body;
  const body = rest.body === undefined ? bodyOf(json) : (rest.body ?? undefined);
  const all: Record<string, string | undefined> = {
    'service-client-id': 'wallet-app',
    'service-client-secret': 'wallet-app-secret',
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(call.bearer === undefined ? {} : { authorization: `Bearer ${call.bearer}` }),
    ...headers,
  };
  const sent = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return rawRequest(url, {
    method,
    path,
    headers: [...sent, ...more],
    ...(body === undefined ? {} : { body }),
  });
}

function bodyOf(json: unknown): string | undefined {
  return json === undefined ? undefined : JSON.stringify(json);
}

function post(
  operationId: string,
  path: string,
  body: Readonly<Record<string, string>>,
): ServiceCall & { readonly body: Readonly<Record<string, string>> } {
  return { operationId, method: 'POST', path, body };
}
