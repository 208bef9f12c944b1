import type { ScenarioClient } from '../contract/scenario.gen.ts';
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

/** Returns the clients of all documents, and conflicts between them. `ids` is undefined if some are malformed. */
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
    const ownIds = new Set<string>();
    for (const [index, client] of clients.entries()) {
      const report = (problem: Omit<DocumentFinding['finding'], 'clause' | 'severity'>) =>
        findings.push({ document, finding: { ...problem, clause: '2.1', severity: 'error' } });
      const existing = byId.get(client.id);
      if (existing !== undefined && (ownIds.has(client.id) || !isSame(existing, client))) {
        report({
          rule: 'duplicate-client',
          message: `Duplicate client "${client.id}".`,
          hint: 'Remove one of the two clients, or write another id for it.',
          pointer: `/clients/${index}/id`,
        });
      }
      const ownerId = idByAccessToken.get(client.accessToken) ?? client.id;
      if (ownerId !== client.id) {
        report({
          rule: 'duplicate-access-token',
          message: `The client "${ownerId}" has the same access token; an access token identifies one client.`,
          hint: 'Give each client its own access token.',
          pointer: `/clients/${index}/accessToken`,
        });
      }
      ownIds.add(client.id);
      byId.set(client.id, existing ?? client);
      idByAccessToken.set(client.accessToken, ownerId);
    }
  }
  const clients = byId.size === 0 ? defaultClients : [...byId.values()];
  const isComplete = scenarios.every((scenario) => scenario.clients !== 'malformed');
  return { clients, ids: isComplete ? new Set(clients.map(({ id }) => id)) : undefined, findings };
}

function isSame(a: ScenarioClient, b: ScenarioClient): boolean {
  return a.secret === b.secret && a.accessToken === b.accessToken;
}
