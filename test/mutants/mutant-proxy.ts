/** A small reverse proxy that changes requests and responses. */
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import type { OperationId } from '../../src/contract/words.ts';
import { createResponse, type Answered, type Asked } from './exchange.ts';
import type { Mutate } from './mutate.ts';
import { Memory } from './memory.ts';
import type { Words } from './words.ts';

export interface RunningProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Hop-by-hop headers, which apply to one connection only. */
const HOP_BY_HOP = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

const operationPaths: Readonly<Record<string, OperationId>> = {
  '/v1/auth/cryptoWallet:start': 'startWalletAuth',
  '/v1/auth/cryptoWallet:authenticate': 'authenticateWallet',
  '/v1/auth/cryptoWallet:addToUser': 'addWalletToUser',
  '/v1/auth/otp/sms:send': 'sendSmsOtp',
  '/v1/auth/otp/sms:authenticate': 'authenticateSmsOtp',
  '/v1/auth/otp/email:send': 'sendEmailOtp',
  '/v1/auth/otp/email:authenticate': 'authenticateEmailOtp',
};

/** Connections to the deployments are kept alive and shared. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * @param target base URL of the deployment
 * @param options whether the inbox of a sandbox is hidden from the run
 */
export async function startMutant(
  target: string,
  words: Words,
  mutate: Mutate,
  { hidesInbox = false } = {},
): Promise<RunningProxy> {
  const memory = new Memory();
  return startProxy(async (request, response) => {
    const asked = await readRequest(request, words, memory);
    const forward = async (changed: Asked = asked) => {
      const answer = await pass(target, changed);
      memory.note(changed, answer);
      return answer;
    };
    // The inbox of a sandbox is not part of the deployment.
    const isService = !asked.path.startsWith('/sandbox/');
    if (!isService && hidesInbox) write(response, createResponse(404, {}));
    else
      write(
        response,
        isService ? await mutate({ asked, words, forward }, memory) : await forward(),
      );
  });
}

/** Starts a server on a free local port. */
export async function startProxy(
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<RunningProxy> {
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      // An internal error of the proxy must not look like a broken deployment.
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

async function readRequest(request: IncomingMessage, words: Words, memory: Memory): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://proxy.test');
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined || HOP_BY_HOP.has(name) ? [] : [[name, memory.real(String(value))]],
  );
  return {
    operation: findOperation(url.pathname, words),
    method: request.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(
      [...url.searchParams].map(([name, value]) => [name, memory.real(value)]),
    ),
    headers: Object.fromEntries(headers),
    text: memory.real(await textOf(request)),
  };
}

function findOperation(path: string, words: Words): OperationId | null {
  return path === words.user.path ? 'getUser' : (operationPaths[path] ?? null);
}

/** Forwards a request. */
export function pass(target: string, asked: Asked): Promise<Answered> {
  const { method, path, query, headers, text } = asked;
  const search = new URLSearchParams(query).toString();
  const url = `${target}${path}${search === '' ? '' : `?${search}`}`;
  const length = Buffer.byteLength(text);
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      url,
      {
        method,
        agent,
        headers: { ...headers, ...(length > 0 && { 'content-length': length }) },
      },
      (answer) => {
        textOf(answer).then(
          (body) => resolve({ status: answer.statusCode ?? 0, headers: kept(answer), text: body }),
          reject,
        );
      },
    );
    call.on('error', (error) => {
      // A kept-alive connection may be closed by the other side just when it is reused.
      if (call.reusedSocket) pass(target, asked).then(resolve, reject);
      else reject(error);
    });
    call.end(text);
  });
}

function kept({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || HOP_BY_HOP.has(name) ? [] : [[name, String(value)]],
    ),
  );
}

export function write(response: ServerResponse, { status, headers, text }: Answered): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
