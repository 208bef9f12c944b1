import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';

import { seededAccounts, type SeededAccount } from './accounts.ts';
import { sendRefusal, sendResult } from './responses.ts';
import { parseFields, readBody } from './bodies.ts';
import { Challenges } from './challenges.ts';
import {
  parseBearer,
  authenticateClient,
  createClient,
  type Client,
  type Credentials,
} from './clients.ts';
import { OneTimePasswords } from './one-time-passwords.ts';
import { createOtpRoutes } from './otp-routes.ts';
import { Outbox } from './outbox.ts';
import { Refusal } from './refusals.ts';
import type { ResponseBody, ClientRequest, Service } from './service.ts';
import { createSessions } from './sessions.ts';
import { readUser } from './user-read.ts';
import { Users } from './users.ts';
import { operations, type Operation, type Variant } from './variant.ts';
import { addWalletToUser, authenticateWallet, startWallet } from './wallet-routes.ts';

export { seededAccounts, type SeededAccount } from './accounts.ts';
export type { Credentials } from './clients.ts';
export { variants, type Variant } from './variants.ts';

export interface IndependentServer {
  url: string;
  credentials: Credentials;
  /** The credentials of another client application. */
  secondCredentials: Credentials;
  /** A URL on a separate port. `?channel=sms|email&to=<destination>` returns the newest code. */
  outboxUrl: string;
  close(): Promise<void>;
}

type Route = (service: Service, request: ClientRequest) => ResponseBody | Promise<ResponseBody>;

const sms = createOtpRoutes('sms');
const email = createOtpRoutes('email');

const routes: Record<Operation, Route> = {
  'cryptoWallet:start': startWallet,
  'cryptoWallet:authenticate': authenticateWallet,
  'cryptoWallet:addToUser': addWalletToUser,
  'otp/sms:send': sms.send,
  'otp/sms:authenticate': sms.authenticate,
  'otp/email:send': email.send,
  'otp/email:authenticate': email.authenticate,
  user: readUser,
};

/** Starts an implementation of the interface that shares no code with the sandbox. */
export async function startIndependentServer({
  variant,
  accounts = seededAccounts,
}: {
  variant: Variant;
  accounts?: SeededAccount[];
}): Promise<IndependentServer> {
  const clients: [Client, Client] = [createClient(), createClient()];
  const users = new Users(accounts);
  const outbox = new Outbox(variant);
  const sessions = await createSessions(variant, users);
  const service: Service = {
    variant,
    clients,
    users,
    sessions,
    challenges: new Challenges(variant),
    oneTimePasswords: {
      sms: new OneTimePasswords('sms', variant),
      email: new OneTimePasswords('email', variant),
    },
    outbox,
  };
  const server = createServer(createListener(service));
  const outboxServer = outbox.createServer();
  return {
    url: await listen(server),
    credentials: toCredentials(clients[0]),
    secondCredentials: toCredentials(clients[1]),
    outboxUrl: `${await listen(outboxServer)}/codes`,
    async close() {
      await Promise.all([server, outboxServer].map(stop));
    },
  };
}

function createListener(service: Service): RequestListener {
  return (request, response) => {
    // The connection was closed, or the error is unexpected.
    serve(service, request, response).catch(() => response.destroy());
  };
}

async function serve(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { variant, sessions } = service;
  const { method = '', headers, url = '' } = request;
  const [path = '', query = ''] = url.split('?', 2);
  const body = await readBody(request);

  const target =
    findOperation(path, variant) ?? (path === variant.session.jwksPath ? 'keySet' : undefined);
  const allowedMethod = target === 'user' || target === 'keySet' ? 'GET' : 'POST';
  try {
    if (target === undefined) throw new Refusal('path');
    if (method !== allowedMethod) throw new Refusal('method');
    if (target === 'keySet') {
      // The key set has the status and the headers of the user read.
      sendResult(response, 'user', { ...sessions.jwks }, variant);
      return;
    }
    const client = authenticateClient(headers, service.clients);
    // The route of the SMS send checks its bearer token, which can also be a session (§5.7).
    const requiresToken = variant.bearer.alsoRequiredOn.includes(target);
    if (requiresToken && parseBearer(headers) !== client.accessToken) throw new Refusal('bearer');
    const fields = method === 'GET' ? {} : parseFields(body, headers['content-type'], variant);
    const clientRequest = { client, headers, query: new URLSearchParams(query), fields };
    sendResult(response, target, await routes[target](service, clientRequest), variant);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    sendRefusal(response, error.reason, allowedMethod, variant);
  }
}

// §4
function findOperation(path: string, { userRead }: Variant): Operation | undefined {
  if (path === userRead.path) return 'user';
  return operations.find((operation) => path === `/v1/auth/${operation}`);
}

function toCredentials({ clientId, clientSecret, accessToken }: Client): Credentials {
  return { clientId, clientSecret, accessToken };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
