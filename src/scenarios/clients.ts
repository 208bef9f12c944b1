import type { ScenarioClient } from '../contract/scenario.gen.ts';
import type { Finding } from '../documents/finding.ts';
import type { Client } from '../domain/records.ts';
import type { DocumentFinding } from './document-findings.ts';
import type { ParsedScenario } from './parse.ts';

/** The client applications of a scenario without `clients` (§2.1). Their secrets are public. */
export const defaultClients: readonly Client[] = ['wallet-app', 'exchange-app'].map((id) => ({
  id,
  secret: `${id}-secret`,
  accessToken: `${id}-token`,
}));

/** Returns the clients of a document; without clients in the document, `merged`: the clients of all documents. */
export function selectClients(
  { clients }: ParsedScenario,
  merged: readonly Client[],
): readonly Client[] {
  return clients === undefined || clients === 'malformed' ? merged : clients;
}

/** Returns the clients of all documents, and conflicts between them. `ids` is undefined if the clients of a document are malformed. */
export function mergeClients(scenarios: readonly ParsedScenario[]): {
  readonly clients: readonly Client[];
  readonly ids: ReadonlySet<string> | undefined;
  readonly findings: readonly DocumentFinding[];
} {
  const byId = new Map<string, ScenarioClient>();
  const idByAccessToken = new Map<string, string>();
  const findings: DocumentFinding[] = [];
  for (const { document, clients } of scenarios) {
    if (clients === undefined || clients === 'malformed') continue;
    const idsOfDocument = new Set<string>();
    for (const [index, client] of clients.entries()) {
      const { id, secret, accessToken } = client;
      const pointer = `/clients/${index}`;
      const first = byId.get(id) ?? client;
      const differs = secret !== first.secret || accessToken !== first.accessToken;
      if (differs || idsOfDocument.has(id)) {
        findings.push({ document, finding: createDuplicateClientError(id, pointer) });
      }
      const tokenOwnerId = idByAccessToken.get(accessToken) ?? id;
      if (tokenOwnerId !== id) {
        findings.push({ document, finding: createDuplicateTokenError(tokenOwnerId, pointer) });
      }
      idsOfDocument.add(id);
      byId.set(id, first);
      idByAccessToken.set(accessToken, tokenOwnerId);
    }
  }
  const clients = byId.size === 0 ? defaultClients : [...byId.values()];
  const isComplete = scenarios.every((scenario) => scenario.clients !== 'malformed');
  return { clients, ids: isComplete ? new Set(clients.map(({ id }) => id)) : undefined, findings };
}

function createDuplicateClientError(id: string, pointer: string): Finding {
  return {
    rule: 'duplicate-client',
    clause: '2.1',
    severity: 'error',
    message: `Duplicate client "${id}".`,
    hint: 'Remove one of the two clients, or write another id for it.',
    pointer: `${pointer}/id`,
  };
}

function createDuplicateTokenError(ownerId: string, pointer: string): Finding {
  return {
    rule: 'duplicate-access-token',
    clause: '2.1',
    severity: 'error',
    message: `The client "${ownerId}" has the same access token; an access token identifies one client.`,
    hint: 'Give each client its own access token.',
    pointer: `${pointer}/accessToken`,
  };
}
