/**
 * What a workspace holds, one entry for each part. The state, the unit of work, the log, its snapshots,
 * the files and rows, and the snapshot document derive from this table: a new part is one entry here.
 */
import type { SigningKey } from '../ports/tokens.ts';
import { compositeKey } from './composite-key.ts';
import type { Patch } from './engine.ts';
import { PartMap } from './part-map.ts';
import type { Codec, PartRules } from './part-map.ts';
import type {
  Challenge,
  ChangeHistory,
  Chaos,
  ClockSetting,
  Fault,
  OneTimePassword,
  Session,
  User,
} from './state.ts';

/** Of parts with one entry: its key. */
export const ONLY = '';

/** How long an expired entry is kept, so that a response can say that it has expired. */
const EXPIRED_KEPT = 3_600_000;

const ofTransactions = {
  transaction: { keysOf: (user: User) => user.transactions.map(({ id }) => id) },
};

/** Parts that clients can fill without signing in, or for ever, are bounded. */
export const parts = {
  /** Users of the base that have changed, by id. */
  users: part<User>({ indexes: ofTransactions }),
  /** Users that were created in the workspace, by id. */
  newUsers: part<User>({ indexes: ofTransactions }),
  /** User ids by identity; empty where an identity of the base has lost its user. */
  identities: part<string>(),
  /** The user who last signed in through a client, by client id. */
  lastUsers: part<string>({ snapshot: 'included' }),
  /** Outstanding challenges, by client id and wallet identity. */
  challenges: part<readonly Challenge[]>({
    bound: 10_000,
    rewritten: 'newest',
    snapshot: 'included',
    expiresAt: (slot) => slot.at(-1)?.expiresAt ?? 0,
  }),
  oneTimePasswords: part<OneTimePassword>({
    bound: 10_000,
    snapshot: 'included',
    indexes: {
      identity: {
        keysOf: ({ clientId, channel, identity }) => [compositeKey(clientId, channel, identity)],
      },
      record: {
        keysOf: ({ clientId, channel, recordId }) => [compositeKey(clientId, channel, recordId)],
      },
      destination: { keysOf: ({ destination }) => [destination.toLowerCase()] },
    },
  }),
  /** The id of the last message that the inbox does not show. */
  inboxCleared: part<string>({ snapshot: 'included' }),
  /** Instants of sends, by what they are counted for. */
  sends: part<readonly number[]>({ bound: 10_000, rewritten: 'newest', snapshot: 'included' }),
  sessions: part<Session>({
    bound: 100_000,
    rewritten: 'newest',
    snapshot: 'whileValid',
    expiresAt: (session) => session.expiresAt,
  }),
  /** What the control API has changed of a user, by user id; each holds the user many times. */
  changeHistories: part<ChangeHistory>({ bound: 200, rewritten: 'newest' }),
  /** By algorithm. */
  signingKeys: part<SigningKey>({ snapshot: 'included' }),
  clock: part<ClockSetting>(),
  faults: part<readonly Fault[]>(),
  chaos: part<Chaos>(),
  /** How often was drawn, by purpose and bucket of the subject. */
  drawCounts: part<number>({ snapshot: 'included' }),
};

export type PartName = keyof typeof parts;
export type PartValue<Name extends PartName> =
  (typeof parts)[Name] extends PartRules<infer Value> ? Value : never;

const byName: { readonly [Name in PartName]: PartRules<PartValue<Name>> } = parts;

/** Returns the rules of a part of which only the type of the name is known. */
export function rulesOf<Name extends PartName>(name: Name): PartRules<PartValue<Name>> {
  return byName[name];
}

/** The entries of all parts. */
export type PartMaps = { readonly [Name in PartName]: PartMap<PartValue<Name>> };

/** The entries of the parts that a snapshot document includes, oldest first. */
export type RuntimeParts = {
  readonly [Name in PartName]?: readonly (readonly [key: string, value: PartValue<Name>])[];
};

/** Tables of parts, and the maps that belong to them. */
export type Table = Readonly<Record<string, PartRules<unknown>>>;
export type MapsOf<Rules extends Table> = {
  readonly [Name in keyof Rules]: Rules[Name] extends PartRules<infer Value>
    ? PartMap<Value>
    : never;
};

/** Rules of a part whose values JSON can hold as they are. */
export function part<Value>(rules: Partial<PartRules<Value>> = {}): PartRules<Value> {
  const codec: Codec<Value> = { encode: (value) => value, decode: (stored) => stored as Value };
  const usual = { bound: Infinity, rewritten: 'inPlace', snapshot: 'leftOut' } as const;
  return { codec, ...usual, indexes: {}, ...rules };
}

export function emptyMaps<Rules extends Table>(table: Rules): MapsOf<Rules> {
  const maps: Record<string, PartMap<unknown>> = {};
  for (const [name, rules] of Object.entries(table)) maps[name] = PartMap.empty(rules);
  return maps as MapsOf<Rules>;
}

/** Returns the maps after patches, which must be as a log of this table holds them. */
export function patched<Rules extends Table>(
  table: Rules,
  maps: MapsOf<Rules>,
  patches: Iterable<Patch>,
): MapsOf<Rules> {
  const changed: Record<string, PartMap<unknown>> = { ...maps };
  for (const { part: name, key, value } of patches) {
    const map = changed[name];
    const rules = table[name];
    if (map === undefined || rules === undefined) throw new UnknownPart(name);
    changed[name] = value === null ? map.delete(key) : map.put(key, rules.codec.decode(value));
  }
  return changed as MapsOf<Rules>;
}

/** All entries as patches, in the order in which they rebuild the maps. */
export function* allPatches<Rules extends Table>(
  table: Rules,
  maps: MapsOf<Rules>,
): Generator<Patch> {
  const byName: Readonly<Record<string, PartMap<unknown>>> = maps;
  for (const [name, rules] of Object.entries(table)) {
    const map = byName[name] ?? PartMap.empty(rules);
    for (const [key, value] of map.entries())
      yield { part: name, key, value: rules.codec.encode(value) };
  }
}

/** The oldest entries of a part that expired long ago: a few, so that a write always costs little. */
export function longExpired<Value>(
  rules: PartRules<Value>,
  map: PartMap<Value>,
  now: number,
): string[] {
  if (rules.expiresAt === undefined) return [];
  const keys: string[] = [];
  for (const [key, value] of map.entries()) {
    if (keys.length === 4 || rules.expiresAt(value) + EXPIRED_KEPT >= now) break;
    keys.push(key);
  }
  return keys;
}

class UnknownPart extends Error {
  override readonly name = 'UnknownPart';
  constructor(part: string) {
    super(`unknown part "${part}"`);
  }
}
