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
import { isJsonObject } from '../documents/json-object.ts';
import { parsePointer, toPointer } from '../documents/pointer.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { createDuplicateKeyFinding } from '../documents/text-findings.ts';

export interface ParsedUser {
  /** JSON Pointer into the document: `/users/3`. */
  readonly pointer: string;
  /** The user without malformed keys; undefined if the other keys cannot be checked. */
  readonly user: ScenarioUser | undefined;
  /** Keys of the user whose values do not match the schema. */
  readonly malformed: ReadonlySet<string>;
  /** Schema errors, without line numbers. */
  readonly findings: FindingList;
}

/** The parts of a scenario document that match the schema. */
export interface ParsedScenario {
  readonly document: SourceDocument;
  /** Empty for a malformed name. */
  readonly name: string;
  readonly description: string;
  readonly clock: string | undefined;
  /** `undefined` if the document lists none. */
  readonly clients: readonly ScenarioClient[] | 'malformed' | undefined;
  /** By phone number, email address or `*`. */
  readonly fixedCodes: Readonly<Record<string, string>>;
  /** Users are validated while they are read; an async iterable can be read once. */
  readonly users: AsyncIterable<ParsedUser> | Iterable<ParsedUser>;
  readonly userCount: number;
  readonly generate: ScenarioGeneration | undefined;
  readonly runtime: ScenarioRuntime | undefined;
  /** Schema errors outside the users, without line numbers. The other parts can still be checked. */
  readonly findings: FindingList;
}

/**
 * Returns the parts of a document that match the schema, and the schema errors.
 *
 * @param validity `valid` skips the schema, which is slow to load: for included scenarios, validated by a test
 */
export async function parseScenario(
  document: SourceDocument,
  validity: 'valid' | 'unknown',
): Promise<ParsedScenario> {
  const { value } = document;
  const listed: readonly unknown[] =
    isJsonObject(value) && Array.isArray(value['users']) ? value['users'] : [];
  const head = listed.length === 0 ? value : { ...(value as object), users: [] };
  const schema = validity === 'valid' ? undefined : await import('../documents/schema-findings.ts');
  const findings = (await schema?.findSchemaErrors('scenario', head)) ?? new FindingList();
  // If the list of malformed places is incomplete, no part can be checked further.
  const canCheckParts = !findings.hasOmitted && isJsonObject(value);
  const malformed = new Set(
    findings.findings.filter(invalidatesPlace).map(({ pointer }) => parsePointer(pointer)[0]),
  );
  const getValid = <Key extends keyof Scenario>(key: Key): Scenario[Key] | undefined =>
    canCheckParts && !malformed.has(key) ? (value as Partial<Scenario>)[key] : undefined;
  const fixedCodes = getValid('fixedCodes') ?? {};
  addRepeatedDestinations(fixedCodes, findings);
  const users = canCheckParts ? listed : [];

  return {
    document,
    name: getValid('name') ?? '',
    description: getValid('description') ?? '',
    clock: getValid('clock'),
    clients: malformed.has('clients') || findings.hasOmitted ? 'malformed' : getValid('clients'),
    fixedCodes,
    users: parseUsers(users, schema),
    userCount: users.length,
    generate: getValid('generate'),
    runtime: getValid('runtime'),
    findings,
  };
}

/** Adds a finding for each destination that is listed twice, ignoring case (email addresses). */
function addRepeatedDestinations(fixedCodes: object, findings: FindingList): void {
  const destinations = new Set<string>();
  for (const destination of Object.keys(fixedCodes)) {
    const normalized = destination.toLowerCase();
    const pointer = toPointer('fixedCodes', destination);
    if (destinations.has(normalized))
      findings.add('error', () => createDuplicateKeyFinding(destination, pointer));
    destinations.add(normalized);
  }
}

const NO_KEYS: ReadonlySet<string> = new Set();

async function* parseUsers(
  users: readonly unknown[],
  schema: typeof import('../documents/schema-findings.ts') | undefined,
): AsyncGenerator<ParsedUser> {
  const noFindings = new FindingList();
  for (const [index, item] of users.entries()) {
    const pointer = `/users/${index}`;
    const findings = await schema?.findSchemaErrors('scenario', item, {
      pointer,
      schema: schema.userSchema,
    });
    yield findings === undefined || findings.isEmpty
      ? { pointer, user: item as ScenarioUser, malformed: NO_KEYS, findings: noFindings }
      : { pointer, findings, ...removeInvalid(item as ScenarioUser, pointer, findings) };
  }
}

function removeInvalid(
  user: ScenarioUser,
  pointer: string,
  findings: FindingList,
): Pick<ParsedUser, 'user' | 'malformed'> {
  const malformed = new Set<string>();
  /** By the index of a transaction. */
  const keysToRemoveByIndex = new Map<string, readonly string[]>();
  for (const finding of findings.findings.filter(invalidatesPlace)) {
    const path = parsePointer(finding.pointer.slice(pointer.length));
    const [key = '', index = '', transactionKey = ''] = path;
    const keysToRemove = key === 'transactions' ? KEYS_TO_REMOVE.get(transactionKey) : undefined;
    if (keysToRemove === undefined) malformed.add(key);
    else
      keysToRemoveByIndex.set(index, [...(keysToRemoveByIndex.get(index) ?? []), ...keysToRemove]);
  }
  // '' stands for the user itself, if it is not an object. A user without a key cannot be identified.
  const isUnusable = findings.hasOmitted || malformed.has('') || malformed.has('key');
  if (isUnusable) return { user: undefined, malformed };
  const checked = removeKeys(user, [...malformed]);
  if (checked.transactions === undefined) return { user: checked, malformed };
  const transactions = checked.transactions.map((transaction, index) =>
    removeKeys(transaction, keysToRemoveByIndex.get(String(index)) ?? []),
  );
  return { user: { ...checked, transactions }, malformed };
}

/**
 * Returns whether the value at a finding is unusable. A value with an unknown key or a repeated item is
 * usable, except a wallet with an unknown key, which can be a misspelled required key.
 */
function invalidatesPlace({ rule, pointer }: Finding): boolean {
  if (rule === 'unknown-key') return /^\/users\/\d+\/wallets\//.test(pointer);
  return rule !== 'repeated-item';
}

/** By malformed key of a transaction: the keys to remove. Any other malformed key makes all transactions malformed. */
const KEYS_TO_REMOVE: ReadonlyMap<string, readonly (keyof ScenarioTransaction)[]> = new Map([
  ['id', ['id']],
  ['transactionHash', ['transactionHash']],
  ['settles', ['settles']],
  ['createTime', ['createTime', 'updateTime']],
  ['updateTime', ['updateTime']],
]);

/** @param keys optional keys only */
function removeKeys<Part extends object>(part: Part, keys: readonly string[]): Part {
  const remaining = Object.entries(part).filter(([key]) => !keys.includes(key));
  return Object.fromEntries(remaining) as Part;
}
