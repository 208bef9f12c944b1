import { createHash } from 'node:crypto';
import { ANY_DESTINATION } from '../accounts/fixed-code.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { emailIdentity, phoneIdentity } from '../domain/identity.ts';
import { TimeSlices } from '../ports/time-slices.ts';
import type { Base } from '../store/base.ts';
import type { ScenarioContent } from './check.ts';
import { readRuntime } from './snapshot/runtime-document.ts';

/** Returns the base of workspaces of a scenario that has passed its checks. */
export async function baseOf(content: ScenarioContent, dialect: Dialect): Promise<Base> {
  const { name, description, clock, clients, fixedCodes, index, runtime } = content;
  const snapshot = runtime && readRuntime(runtime);
  const codes = Object.entries(fixedCodes).map(
    ([destination, code]) => [codeKey(destination), code] as const,
  );
  return Object.freeze({
    hash: await hashOf(content, dialect),
    name,
    description,
    clock,
    clients: new Map(clients.map((client) => [client.id, Object.freeze({ ...client })])),
    ...index.parts,
    parts: { ...snapshot?.parts, ...(codes.length > 0 && { fixedCodes: codes }) },
    runtime: snapshot && { draws: snapshot.draws, clock: snapshot.clock },
  });
}

/** Returns the identity of a destination, or `*` itself. */
function codeKey(destination: string): string {
  if (destination === ANY_DESTINATION) return destination;
  return destination.startsWith('+') ? phoneIdentity(destination) : emailIdentity(destination);
}

/** Returns the SHA-256 of the content and of the rule for wallet identities, in hex. */
async function hashOf({ index, ...head }: ScenarioContent, dialect: Dialect): Promise<string> {
  const slices = new TimeSlices();
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ walletIdentity: dialect.wallet.identity, ...head }));
  for (const user of index.users.values()) {
    hash.update(JSON.stringify(user));
    if (slices.isOver) await slices.next();
  }
  return hash.digest('hex');
}
