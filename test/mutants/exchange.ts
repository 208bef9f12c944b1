/** Requests and responses in the proxy between a run and a deployment. */
import type { OperationId } from '../../src/contract/types.ts';
import type { ClientCredentials, DeploymentTraits } from './deployment-traits.ts';

export type Fields = Record<string, unknown>;

export interface ProxyRequest {
  /** Null if the request is not to the service, but for example to the inbox of a sandbox. */
  readonly operation: OperationId | null;
  readonly method: string;
  /** The path below the base URL, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface ProxyResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface Exchange {
  readonly request: ProxyRequest;
  readonly traits: DeploymentTraits;
  /** Sends a request to the deployment: by default, the request of the exchange. */
  forward(request?: ProxyRequest): Promise<ProxyResponse>;
}

export function isAccepted({ status }: ProxyResponse): boolean {
  return status >= 200 && status < 300;
}

/** Parses the body as JSON; returns undefined if it is not JSON. */
export function parseBody({ text }: { readonly text: string }): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the properties of a body; empty if it is not an object. */
export function parseFields(message: { readonly text: string }): Fields {
  return toFields(parseBody(message));
}

export function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

export function findText(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
}

export function readField(request: ProxyRequest, name: string): unknown {
  return parseFields(request)[name];
}

/** Returns the string in a field of the body, or an empty string. */
export function readText(request: ProxyRequest, name: string): string {
  return findText(parseFields(request), name) ?? '';
}

/** Returns the walletAddress in lower case. */
export function readLowerCaseAddress(request: ProxyRequest): string {
  return readText(request, 'walletAddress').toLowerCase();
}

export function readClientId({ headers }: ProxyRequest): string | undefined {
  return headers['service-client-id'];
}

/** Returns the client that sent a request; undefined if the client id is unknown. */
export function findClient({ request, traits }: Exchange): ClientCredentials | undefined {
  return traits.clients.find(({ clientId }) => clientId === readClientId(request));
}

export function omitFields(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Returns the request with changed properties in its body; the value undefined removes a property. */
export function withFields(request: ProxyRequest, changes: Fields): ProxyRequest {
  return { ...request, text: JSON.stringify({ ...parseFields(request), ...changes }) };
}

/** Returns the request or response with changed headers; the value undefined removes a header. */
export function withHeaders<Message extends ProxyRequest | ProxyResponse>(
  message: Message,
  changes: Readonly<Record<string, string | undefined>>,
): Message {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...message.headers, ...changes }))
    if (value !== undefined) headers[name] = value;
  return { ...message, headers };
}

export function withBearer(request: ProxyRequest, token: unknown): ProxyRequest {
  return withHeaders(request, { authorization: `Bearer ${String(token)}` });
}

export function withBody(response: ProxyResponse, body: unknown): ProxyResponse {
  return { ...response, text: JSON.stringify(body) };
}

export function createResponse(
  status: number,
  body: unknown,
  contentType = 'application/json',
): ProxyResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': contentType }, text };
}

export function findBearer({ headers }: ProxyRequest): string | null {
  return /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? null;
}

/** Returns the id of the signed-in user, from the userMask or the session of a response. */
export function findUserId(response: { readonly text: string }): string | null {
  const fields = parseFields(response);
  const userMaskId = findText(toFields(fields['userMask']), 'id');
  return userMaskId ?? findSubject(findText(fields, 'sessionJwt') ?? '');
}

/** The id of a user who does not exist. */
export const NONEXISTENT_USER_ID = '2f1c9d5e-6c1b-4b0e-9d0a-5f3f0f6a7b11';

/** Returns the response to a sign-in with another id in the userMask. */
export function withUserId(response: ProxyResponse, id: string): ProxyResponse {
  const fields = parseFields(response);
  return withBody(response, { ...fields, userMask: { ...toFields(fields['userMask']), id } });
}

/** Returns the first claim with a UUID, except `jti`: the id of the user. */
function findSubject(token: string): string | null {
  const claims = parseFields({
    text: Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  });
  const id = Object.entries(claims).find(
    ([name, value]) => name !== 'jti' && typeof value === 'string' && UUID.test(value),
  );
  return id === undefined ? null : String(id[1]);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the last code that a sandbox sent to the destination of a request, or an empty string. */
export async function readLatestCode(
  { request, forward }: Exchange,
  destination?: string,
): Promise<string> {
  const { phoneNumber, emailAddress } = parseFields(request);
  const query = { to: destination ?? String(phoneNumber ?? emailAddress) };
  const inbox = { operation: null, method: 'GET', path: '/sandbox/inbox', text: '' };
  const { text } = await forward({ ...request, ...inbox, query });
  return [...text.matchAll(/"code":"(\d+)"/g)].at(-1)?.[1] ?? '';
}
