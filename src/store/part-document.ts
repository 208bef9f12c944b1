/** Converts the entries of the parts of a workspace to and from a snapshot document (`?runtime=true`). */
import type { ScenarioChallenge, ScenarioOneTimePassword } from '../contract/scenario.gen.ts';
import { formatTimestamp } from '../domain/clock.ts';
import { getDestinationIdentity } from '../domain/identity.ts';
import type { Challenge, OneTimePassword, Session } from '../domain/records.ts';
import type { SigningKey } from '../ports/tokens.ts';

export type PartEntry<Value> = readonly [key: string, value: Value];

/** Returns one key for several values, for example `["client-1","0xAb…"]`. */
export function createCompositeKey(...values: readonly string[]): string {
  return JSON.stringify(values);
}

export interface PartDocument<Value> {
  /** Returns JSON as the schema of scenarios defines it; undefined to omit the part. */
  write(entries: readonly PartEntry<Value>[]): unknown;
  /** Returns the entries of a document that `write` returned. */
  read(document: unknown): readonly PartEntry<Value>[];
}

/** Writes an object, for example `{"client-1": "user-7"}`. */
export function createObjectDocument<Value>(): PartDocument<Value> {
  return {
    write: (entries) => Object.fromEntries(entries),
    read: (document) => Object.entries(document as Record<string, Value>),
  };
}

/** Writes the value of the only entry; without an entry, omits the part. */
export function createValueDocument<Value>(key: string): PartDocument<Value> {
  return {
    write: ([entry]) => entry?.[1],
    read: (document) => (document === undefined ? [] : [[key, document as Value]]),
  };
}

function createListDocument<Value, Item>(
  write: (value: Value, key: string) => Item,
  read: (item: Item) => PartEntry<Value>,
): PartDocument<Value> {
  return {
    write: (entries) => entries.map(([key, value]) => write(value, key)),
    read: (document) => (document as Item[]).map(read),
  };
}

/** Writes a list of challenges. An entry contains all challenges of one client and wallet. */
export const challengeDocument: PartDocument<readonly Challenge[]> = {
  write: (entries) =>
    entries.flatMap(([key, challenges]) => {
      const [clientId = '', wallet = ''] = JSON.parse(key) as string[];
      return challenges.map((challenge): ScenarioChallenge => {
        return { clientId, wallet, ...challenge, expiresAt: formatTimestamp(challenge.expiresAt) };
      });
    }),
  read(document) {
    const entries = new Map<string, Challenge[]>();
    for (const { clientId, wallet, expiresAt, ...challenge } of document as ScenarioChallenge[]) {
      const key = createCompositeKey(clientId, wallet);
      const challenges = entries.get(key) ?? [];
      entries.set(key, [...challenges, { ...challenge, expiresAt: Date.parse(expiresAt) }]);
    }
    return [...entries];
  },
};

export const otpDocument = createListDocument<OneTimePassword, ScenarioOneTimePassword>(
  // `identity` is derived from the destination.
  ({ destination, identity: _identity, addToUserId, ...password }) => ({
    ...password,
    to: destination,
    sentAt: formatTimestamp(password.sentAt),
    expiresAt: formatTimestamp(password.expiresAt),
    ...(addToUserId === null ? {} : { addToUserId }),
  }),
  ({ to, addToUserId, ...item }) => [
    item.id,
    {
      ...item,
      destination: to,
      identity: getDestinationIdentity(item.channel, to),
      sentAt: Date.parse(item.sentAt),
      expiresAt: Date.parse(item.expiresAt),
      addToUserId: addToUserId ?? null,
    },
  ],
);

/** Writes the times of recent sends of a client or to a destination (limits.sends, §8). */
export const sendTimesDocument = createListDocument<
  readonly number[],
  { countedFor: string; at: string[] }
>(
  (instants, countedFor) => ({ countedFor, at: instants.map(formatTimestamp) }),
  ({ countedFor, at }) => [
    countedFor,
    at.map((instant) => Date.parse(instant)).toSorted((left, right) => left - right),
  ],
);

export const sessionDocument = createListDocument<
  Session,
  Omit<Session, 'expiresAt'> & { expiresAt: string }
>(
  (session) => ({ ...session, expiresAt: formatTimestamp(session.expiresAt) }),
  (item) => [item.id, { ...item, expiresAt: Date.parse(item.expiresAt) }],
);

/** Writes private keys as JWK. */
export const keyDocument = createListDocument<SigningKey, SigningKey>(
  (key) => key,
  (key) => [key.algorithm, key],
);
