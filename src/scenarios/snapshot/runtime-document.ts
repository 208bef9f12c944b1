/** Converts the state of a workspace to the section `runtime` of a snapshot, and back. */
import type { ScenarioRuntime } from '../../contract/scenario.gen.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { formatTimestamp } from '../../domain/clock.ts';
import type { Runtime } from '../../store/base.ts';
import { fromDocumentMembers, toDocumentMembers } from '../../store/parts.ts';
import type { User } from '../../domain/records.ts';

type RuntimeParts = Omit<
  ScenarioRuntime,
  'version' | 'dialect' | 'clock' | 'draws' | 'idsWithoutKey'
>;

/** @param users all users; users who were created in the workspace have no key */
export function writeRuntime(
  { draws, clock, parts }: Runtime,
  dialect: Dialect,
  users: readonly User[],
): ScenarioRuntime {
  // The store has a document member for each part in the schema of `runtime`.
  const members = toDocumentMembers(parts) as RuntimeParts;
  return {
    version: 1,
    dialect: { version: 1, values: dialect },
    clock: { now: formatTimestamp(clock.now), frozen: clock.state === 'frozen' },
    draws,
    ...members,
    idsWithoutKey: users.flatMap((user) =>
      [user, ...user.transactions].flatMap(({ key, id }) => (key === null ? id : [])),
    ),
  };
}

/** @param document a valid document: its schema and `checkRuntime` found no errors */
export function readRuntime({ draws, clock, ...members }: ScenarioRuntime): Runtime {
  return {
    draws,
    clock: { state: clock.frozen ? 'frozen' : 'running', now: Date.parse(clock.now) },
    parts: fromDocumentMembers(members),
  };
}
