/** The redactor of a sandbox request: knows the secrets of its workspace and of the request itself. */
import { getOrCreate } from '../get-or-create.ts';
import { KnownSecrets } from './known-secrets.ts';
import { createRedactor, type RedactionContract, type Redactor } from './redactor.ts';
import { redactTokens } from './token-patterns.ts';
import type { Client } from '../domain/records.ts';

type Clients = ReadonlyMap<string, Client>;

interface ExchangeToRedact {
  readonly clients: Clients;
  readonly contract: RedactionContract;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const redactors = new WeakMap<
  Clients,
  WeakMap<object, ReturnType<typeof createWorkspaceRedactor>>
>();

/** Returns a redactor that knows the secrets of the workspace, and the token that the request carries. */
export function createRequestRedactor({ clients, contract, headers }: ExchangeToRedact): Redactor {
  const { redactor, secrets: workspaceSecrets } = getCachedRedactor(clients, contract);
  const authorization = String(headers['authorization'] ?? '');
  const token = authorization.slice(authorization.lastIndexOf(' ') + 1);
  // The id of a client is not a secret; session tokens are recognized by their form.
  const isKnown = clients.has(token) || workspaceSecrets.has(token);
  if (token === '' || isKnown || redactTokens(token) !== token) return redactor;
  const secrets = new KnownSecrets({ parent: workspaceSecrets });
  secrets.add(token);
  return createRedactor(secrets, contract);
}

/** Returns a redactor that only knows the secrets of the workspace, for data without a request. */
export function getWorkspaceRedactor(clients: Clients, contract: RedactionContract): Redactor {
  return getCachedRedactor(clients, contract).redactor;
}

function getCachedRedactor(clients: Clients, contract: RedactionContract) {
  const redactorsByContract = getOrCreate(redactors, clients, () => new WeakMap());
  return getOrCreate(redactorsByContract, contract.document, () =>
    createWorkspaceRedactor(clients, contract),
  );
}

function createWorkspaceRedactor(clients: Clients, contract: RedactionContract) {
  const secrets = new KnownSecrets({ maxSecrets: Infinity });
  for (const { id, secret, accessToken } of clients.values()) {
    secrets.add(secret);
    // The content of the header `Authorization: Basic` before base64.
    secrets.add(`${id}:${secret}`);
    secrets.add(accessToken);
  }
  return { secrets, redactor: createRedactor(secrets, contract) };
}
