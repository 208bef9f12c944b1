import { createHash } from 'node:crypto';
import { ANY_DESTINATION } from '../accounts/fixed-code.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Progress } from '../documents/progress.ts';
import { emailIdentity, identitiesOf, phoneIdentity } from '../domain/identity.ts';
import { TimeSlices } from '../ports/time-slices.ts';
import { UserIndex } from '../store/base.ts';
import type { Base } from '../store/base.ts';
import type { ScenarioContent } from './check.ts';
import { readRuntime } from './snapshot/runtime-document.ts';

/** Freezes and indexes a scenario that has passed its checks, for any number of workspaces. */
export async function baseOf(
  content: ScenarioContent,
  dialect: Dialect,
  progress?: Progress,
): Promise<Base> {
  const { name, description, clock, clients, fixedCodes, runtime } = content;
  const slices = new TimeSlices();
  const index = new UserIndex();
  const userIdByIdentity = new Map<string, string>();
  for (const [at, user] of content.users.entries()) {
    progress?.update('users indexed', at, content.users.length);
    index.add(user);
    for (const identity of identitiesOf(user, dialect)) userIdByIdentity.set(identity, user.id);
    if (slices.isOver) await slices.next();
  }
  const hash = await hashOf(content, dialect, slices);
  const snapshot = runtime && readRuntime(runtime);
  const codes = Object.entries(fixedCodes).map(
    ([destination, code]) => [codeKey(destination), code] as const,
  );
  return Object.freeze({
    hash,
    name,
    description,
    clock,
    clients: new Map(clients.map((client) => [client.id, Object.freeze({ ...client })])),
    ...index.parts,
    userIdByIdentity,
    parts: { ...snapshot?.parts, ...(codes.length > 0 && { fixedCodes: codes }) },
    runtime: snapshot && { draws: snapshot.draws, clock: snapshot.clock },
  });
}

/** Returns the identity that codes for a destination are found by, or `*` itself. */
function codeKey(destination: string): string {
  if (destination === ANY_DESTINATION) return destination;
  return destination.startsWith('+') ? phoneIdentity(destination) : emailIdentity(destination);
}

/** Returns the SHA-256 of the content and of the rule for wallet identities, in hex. */
async function hashOf(
  { users, ...head }: ScenarioContent,
  dialect: Dialect,
  slices: TimeSlices,
): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ walletIdentity: dialect.wallet.identity, ...head }));
  for (const user of users) {
    hash.update(JSON.stringify(user));
    if (slices.isOver) await slices.next();
  }
  return hash.digest('hex');
}
