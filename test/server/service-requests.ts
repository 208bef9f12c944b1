/** A request in a valid format for each of the eight operations, for tests that modify it. */
import { sendRawRequest, type RawResponse, type RawRequest } from './raw-request.ts';

export interface ServiceRequest {
  readonly operationId: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Undefined if the request has no body. */
  readonly body?: Readonly<Record<string, string>>;
  /** The bearer token of the request; undefined if it has none. */
  readonly bearer?: string;
}

/** A wallet whose signature is never verified in these tests. */
export const walletAddress = '0x52908400098527886e0f7030069857d2e4169ee7';

const accessToken = 'wallet-app-token';
const wallet = { walletAddress, walletNetwork: 'ETHEREUM' };

export const serviceRequests: readonly ServiceRequest[] = [
  createPost('startWalletAuth', '/v1/auth/cryptoWallet:start', wallet),
  createPost('authenticateWallet', '/v1/auth/cryptoWallet:authenticate', {
    ...wallet,
    signature: `0x${'1b'.repeat(65)}`,
  }),
  createPost('addWalletToUser', '/v1/auth/cryptoWallet:addToUser', wallet),
  {
    ...createPost('sendSmsOtp', '/v1/auth/otp/sms:send', { phoneNumber: '+12025550161' }),
    bearer: accessToken,
  },
  createPost('authenticateSmsOtp', '/v1/auth/otp/sms:authenticate', {
    phoneId: '3c59dc04-8e88-4024-a3be-8079d5c36f70',
    otp: '123456',
  }),
  createPost('sendEmailOtp', '/v1/auth/otp/email:send', { emailAddress: 'nobody@example.test' }),
  createPost('authenticateEmailOtp', '/v1/auth/otp/email:authenticate', {
    emailId: '6f4922f4-5568-461a-8dfe-47eb4b05f08a',
    otp: '123456',
  }),
  { operationId: 'getUser', method: 'GET', path: '/user', bearer: accessToken },
];

/** The requests that have a body. */
export const requestsWithBody = serviceRequests.flatMap(({ body, ...request }) =>
  body === undefined ? [] : [{ ...request, body }],
);

/** One entry for each property of each body. */
export const bodyProperties = requestsWithBody.flatMap((request) =>
  Object.keys(request.body).map((property) => ({ ...request, property })),
);

/** Changes to a valid request. A header that is undefined is omitted. */
export interface RequestChanges {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Headers appended after all others, even with the same name. */
  readonly appendedHeaders?: RawRequest['headers'];
  readonly json?: unknown;
  /** The raw body; null for none. */
  readonly body?: string | Buffer | null;
}

/** Sends a valid request with the changes applied. */
export function sendServiceRequest(
  url: string,
  request: ServiceRequest,
  {
    method = request.method,
    path = request.path,
    headers = {},
    appendedHeaders = [],
    ...bodyChanges
  }: RequestChanges = {},
): Promise<RawResponse> {
  const json = 'json' in bodyChanges ? bodyChanges.json : request.body;
  const body = bodyChanges.body === null ? undefined : (bodyChanges.body ?? serialize(json));
  const headersByName: Record<string, string | undefined> = {
    'service-client-id': 'wallet-app',
    'service-client-secret': 'wallet-app-secret',
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(request.bearer === undefined ? {} : { authorization: `Bearer ${request.bearer}` }),
    ...headers,
  };
  const sentHeaders = Object.entries(headersByName).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return sendRawRequest(url, {
    method,
    path,
    headers: [...sentHeaders, ...appendedHeaders],
    ...(body === undefined ? {} : { body }),
  });
}

function serialize(json: unknown): string | undefined {
  return json === undefined ? undefined : JSON.stringify(json);
}

function createPost(
  operationId: string,
  path: string,
  body: Readonly<Record<string, string>>,
): ServiceRequest {
  return { operationId, method: 'POST', path, body };
}
