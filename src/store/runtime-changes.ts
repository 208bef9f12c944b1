/** The changes of a workspace as a snapshot has them, and back. */
import { Map as PersistentMap } from 'immutable';

import { noChanges } from './changes.ts';
import type { Changes } from './changes.ts';
import { compositeKey, partsOfKey } from './composite-key.ts';
import { withPassword } from './password-ids.ts';
import type { Runtime } from './state.ts';

/** A snapshot may be large and is loaded again at every reset, so its changes are made once. */
const made = new WeakMap<Runtime, Changes>();

/** The changes that a snapshot starts with; its users are those of the base. */
export function changesFrom(runtime: Runtime): Changes {
  const known = made.get(runtime);
  if (known !== undefined) return known;
  const changes: Changes = {
    ...noChanges,
    lastUserIds: PersistentMap(runtime.lastUserIds),
    challenges: noChanges.challenges.addAll(
      runtime.challenges.map((slot) => [compositeKey(slot.clientId, slot.wallet), slot.challenges]),
    ),
    oneTimePasswords: noChanges.oneTimePasswords.addAll(
      runtime.oneTimePasswords.map((otp) => [otp.id, otp]),
    ),
    passwordIds: runtime.oneTimePasswords.reduce(withPassword, noChanges.passwordIds),
    inboxEmptiedAfter: runtime.inboxEmptiedAfter,
    sends: noChanges.sends.addAll(
      runtime.sends.map(({ countedFor, instants }) => [countedFor, instants]),
    ),
    sessions: noChanges.sessions.addAll(runtime.sessions.map((session) => [session.id, session])),
    signingKeys: runtime.signingKeys,
    drawCounts: PersistentMap(runtime.drawCounts),
  };
  made.set(runtime, changes);
  return changes;
}

/**
 * What a snapshot has beside the users. Sessions that are over say nothing any more.
 *
 * @param now the instant of the workspace clock, in milliseconds
 */
export function runtimeOf(
  changes: Changes,
  { draws, clock, now }: Pick<Runtime, 'draws'> & { clock: Runtime['clock']['state']; now: number },
): Runtime {
  return {
    draws,
    drawCounts: new Map(changes.drawCounts),
    clock: { state: clock, now },
    lastUserIds: new Map(changes.lastUserIds),
    challenges: [...changes.challenges.entries()].map(([key, challenges]) => {
      const [clientId = '', wallet = ''] = partsOfKey(key);
      return { clientId, wallet, challenges };
    }),
    oneTimePasswords: [...changes.oneTimePasswords.values()],
    inboxEmptiedAfter: changes.inboxEmptiedAfter,
    sends: [...changes.sends.entries()].map(([countedFor, instants]) => ({ countedFor, instants })),
    sessions: [...changes.sessions.values()].filter(({ expiresAt }) => expiresAt > now),
    signingKeys: changes.signingKeys,
  };
}
