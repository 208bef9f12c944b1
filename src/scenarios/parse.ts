import type {
  Scenario,
  ScenarioClient,
  ScenarioGeneration,
  ScenarioRuntime,
  ScenarioTransaction,
  ScenarioUser,
} from '../contract/scenario.gen.ts';
import { FindingList } from '../documents/finding-list.ts';
import type { Finding } from '../documents/finding.ts';
import type { Progress } from '../documents/progress.ts';
import type { SourceDocument } from '../documents/source-document.ts';

/** A user as the document writes it, and where. */
export interface WrittenUser {
  readonly user: ScenarioUser;
  /** JSON Pointer into the document: `/users/3`. */
  readonly pointer: string;
  /** Keys of the user whose values do not match the schema; they are left out. */
  readonly malformed: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** The parts of a scenario document that match the schema. */
export interface ParsedScenario {
  readonly document: SourceDocument;
  /** Empty where it has no form. */
  readonly name: string;
  readonly description: string;
  readonly clock: string | undefined;
  /** `undefined` where the document leaves them to the default. */
  readonly clients: readonly ScenarioClient[] | 'malformed' | undefined;
  /** By phone number, email address or `*`. */
  readonly fixedCodes: Readonly<Record<string, string>>;
  readonly users: readonly WrittenUser[];
  readonly generate: ScenarioGeneration | undefined;
  readonly runtime: ScenarioRuntime | undefined;
  /**
   * Schema errors, without lines. The other parts can still be checked, so that all problems are reported
   * at once.
   */
  readonly findings: FindingList;
}

/**
 * Compares a document with the schema.
 *
 * @param form `sound` for a document that was compared when flagbearer was built: loading the
 * schema takes longer than starting the rest of a sandbox
 */
export async function parseScenario(
  document: SourceDocument,
  form: 'sound' | 'unknown',
  progress?: Progress,
): Promise<ParsedScenario> {
  const findings = form === 'sound' ? new FindingList() : await formFindings(document, progress);
  const malformed = malformedPlaces(findings.shown);
  const omitted = omittedTransactionKeys(findings.shown);
  // Where not every malformed place is known, none of it can be checked further.
  const isKnown = !findings.isOverfull;
  // What is not malformed matches the schema.
  const scenario = (isKnown && isObject(document.value) ? document.value : {}) as Partial<Scenario>;
  const sound = <Part>(place: string, part: Part): Part | undefined =>
    malformed.has(place) ? undefined : part;

  return {
    document,
    name: sound('/name', scenario.name) ?? '',
    description: sound('/description', scenario.description) ?? '',
    clock: sound('/clock', scenario.clock),
    clients: malformed.has('/clients') || !isKnown ? 'malformed' : scenario.clients,
    fixedCodes: sound('/fixedCodes', scenario.fixedCodes) ?? {},
    users: (sound('/users', scenario.users) ?? []).flatMap((user, at) => {
      const pointer = `/users/${at}`;
      const keys = malformed.get(pointer) ?? NONE;
      // A user without a key cannot be identified.
      if (keys.has('') || keys.has('key')) return [];
      const sound = withValidTransactions(without(user, keys), omitted.get(pointer));
      return [{ user: sound, pointer, malformed: keys }];
    }),
    generate: sound('/generate', scenario.generate),
    runtime: sound('/runtime', scenario.runtime),
    findings,
  };
}

async function formFindings(
  { value }: SourceDocument,
  progress: Progress | undefined,
): Promise<FindingList> {
  const { schemaFindings } = await import('../documents/schema-findings.ts');
  return schemaFindings('scenario', value, progress);
}

/**
 * Whether a finding invalidates its place. An unexpected key or item does not. But a wallet with an unknown
 * key may miss a required one.
 */
function invalidatesPlace({ rule, pointer }: Finding): boolean {
  if (rule === 'unknown-key') return /^\/users\/\d+\/wallets\//.test(pointer);
  return rule !== 'repeated-item';
}

/**
 * Returns the places that do not match the schema: a key of the document, or a user with the names of
 * malformed keys; the name is empty for the whole user.
 */
function malformedPlaces(findings: readonly Finding[]): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, Set<string>>();
  for (const { pointer } of findings.filter(invalidatesPlace)) {
    if (partOfTransaction(pointer) !== undefined) continue;
    const [, place = '', key = ''] = /^(\/users\/\d+|\/[^/]*|)(?:\/([^/]*))?/.exec(pointer) ?? [];
    const keys = places.get(place) ?? new Set();
    places.set(place, keys.add(key));
  }
  return places;
}

/** The keys to omit from a transaction with a malformed key, if the rest can still be checked. */
const OMITTED: {
  readonly [Key in keyof ScenarioTransaction]?: readonly (keyof ScenarioTransaction)[];
} = {
  id: ['id'],
  transactionHash: ['transactionHash'],
  settles: ['settles'],
  createTime: ['createTime', 'updateTime'],
  updateTime: ['updateTime'],
};

interface TransactionPart {
  readonly user: string;
  readonly at: number;
  readonly omitted: readonly string[];
}

function partOfTransaction(pointer: string): TransactionPart | undefined {
  const [, user, at, key = ''] =
    /^(\/users\/\d+)\/transactions\/(\d+)\/([a-zA-Z]+)/.exec(pointer) ?? [];
  const omitted = new Map<string, readonly string[]>(Object.entries(OMITTED)).get(key);
  return user === undefined || omitted === undefined
    ? undefined
    : { user, at: Number(at), omitted };
}

/** Keys to omit from transactions, by the pointer of their user and their position. */
type OmittedKeys = ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<string>>>;

function omittedTransactionKeys(findings: readonly Finding[]): OmittedKeys {
  const all = new Map<string, Map<number, Set<string>>>();
  for (const { pointer } of findings.filter(invalidatesPlace)) {
    const part = partOfTransaction(pointer);
    if (part === undefined) continue;
    const ofUser = all.get(part.user) ?? new Map<number, Set<string>>();
    all.set(part.user, ofUser);
    ofUser.set(part.at, new Set([...(ofUser.get(part.at) ?? NONE), ...part.omitted]));
  }
  return all;
}

/** Returns the user without malformed keys of transactions. */
function withValidTransactions(
  user: ScenarioUser,
  omitted: ReadonlyMap<number, ReadonlySet<string>> | undefined,
): ScenarioUser {
  if (omitted === undefined || user.transactions === undefined) return user;
  const transactions = user.transactions.map((transaction, at) =>
    without(transaction, omitted.get(at) ?? NONE),
  );
  return { ...user, transactions };
}

/** @param keys none that has to be there */
function without<Part extends object>(part: Part, keys: ReadonlySet<string>): Part {
  if (keys.size === 0) return part;
  const rest = Object.entries(part).filter(([key]) => !keys.has(key));
  return Object.fromEntries(rest) as Part;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
