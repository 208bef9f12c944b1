/** A reverse proxy that makes a deployment look broken. */
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { OperationId } from '../../src/contract/types.ts';
import { createResponse, type ProxyResponse, type ProxyRequest } from './exchange.ts';
import type { Mutate } from './mutate.ts';
import { Memory } from './memory.ts';
import type { DeploymentTraits } from './deployment-traits.ts';

export interface RunningProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Headers that are not forwarded, because the HTTP client and server set them for each connection. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

/** The operations with a fixed path. */
export const operationPaths: Readonly<Record<string, OperationId>> = {
  '/v1/auth/cryptoWallet:start': 'startWalletAuth',
  '/v1/auth/cryptoWallet:authenticate': 'authenticateWallet',
  '/v1/auth/cryptoWallet:addToUser': 'addWalletToUser',
  '/v1/auth/otp/sms:send': 'sendSmsOtp',
  '/v1/auth/otp/sms:authenticate': 'authenticateSmsOtp',
  '/v1/auth/otp/email:send': 'sendEmailOtp',
  '/v1/auth/otp/email:authenticate': 'authenticateEmailOtp',
};

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Starts a proxy that applies `mutate`. `hidesInbox` hides the control API of a sandbox, which contains the inbox. */
export async function startMutant(
  target: string,
  traits: DeploymentTraits,
  mutate: Mutate,
  { hidesInbox = false } = {},
): Promise<RunningProxy> {
  const memory = new Memory();
  return startProxy(async (incoming, response) => {
    // A mutant can return an alias instead of a value. Here, the value replaces the alias again.
    const sent = await readRequest(incoming, (text) => memory.replaceAliases(text));
    const request: ProxyRequest =
      sent.path === traits.user.path ? { ...sent, operation: 'getUser' } : sent;
    const forward = async (changed: ProxyRequest = request) => {
      const result = await sendToTarget(target, changed);
      memory.recordExchange(changed, result);
      return result;
    };
    const isControl = request.path.startsWith('/sandbox/');
    if (isControl && hidesInbox) writeResponse(response, createResponse(404, {}));
    else if (isControl) writeResponse(response, await forward());
    else writeResponse(response, await mutate({ request, traits, forward }, memory));
  });
}

/** Starts a server on a free local port. */
export async function startProxy(
  serve: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<RunningProxy> {
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      // Breaks the connection: a 500 would look like a response of the deployment.
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Reads a request. `replaceText` changes its query, headers and body. */
export async function readRequest(
  incoming: IncomingMessage,
  replaceText = (text: string) => text,
): Promise<ProxyRequest> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://proxy.test');
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    value === undefined || CONNECTION_HEADERS.has(name) ? [] : [[name, replaceText(String(value))]],
  );
  return {
    operation: operationPaths[pathname] ?? null,
    method: incoming.method ?? 'GET',
    path: pathname,
    query: Object.fromEntries([...searchParams].map(([name, value]) => [name, replaceText(value)])),
    headers: Object.fromEntries(headers),
    text: replaceText(await readText(incoming)),
  };
}

export function sendToTarget(target: string, request: ProxyRequest): Promise<ProxyResponse> {
  const { method, path, query, headers, text } = request;
  const search = new URLSearchParams(query).toString();
  const url = `${target}${path}${search === '' ? '' : `?${search}`}`;
  const length = Buffer.byteLength(text);
  return new Promise((resolve, reject) => {
    const clientRequest = httpRequest(
      url,
      {
        method,
        agent,
        headers: { ...headers, ...(length > 0 && { 'content-length': length }) },
      },
      (response) => {
        readText(response).then(
          (body) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: copyHeaders(response),
              text: body,
            }),
          reject,
        );
      },
    );
    clientRequest.on('error', (error) => {
      // The deployment can close an idle connection just when the agent reuses it: send the request again.
      if (clientRequest.reusedSocket) sendToTarget(target, request).then(resolve, reject);
      else reject(error);
    });
    clientRequest.end(text);
  });
}

/** Returns the headers to forward. */
function copyHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || CONNECTION_HEADERS.has(name) ? [] : [[name, String(value)]],
    ),
  );
}

export function writeResponse(
  response: ServerResponse,
  { status, headers, text }: ProxyResponse,
): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
