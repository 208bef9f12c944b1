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
import { parsePointer } from '../documents/pointer.ts';
import type { SourceDocument } from '../documents/source-document.ts';

export interface WrittenUser {
  /** JSON Pointer into the document: `/users/3`. */
  readonly pointer: string;
  /** Without its malformed keys; undefined if the rest cannot be checked. */
  readonly user: ScenarioUser | undefined;
  /** Keys of the user whose values do not match the schema. */
  readonly malformed: ReadonlySet<string>;
  /** Schema errors, without lines. */
  readonly findings: FindingList;
}

const NONE: ReadonlySet<string> = new Set();

/** The parts of a scenario document that match the schema. */
export interface ParsedScenario {
  readonly document: SourceDocument;
  /** Empty if it is malformed. */
  readonly name: string;
  readonly description: string;
  readonly clock: string | undefined;
  /** `undefined` for the default clients. */
  readonly clients: readonly ScenarioClient[] | 'malformed' | undefined;
  /** By phone number, email address or `*`. */
  readonly fixedCodes: Readonly<Record<string, string>>;
  /** They are validated when they are read, which is possible once. */
  readonly users: AsyncIterable<WrittenUser> | Iterable<WrittenUser>;
  readonly userCount: number;
  readonly generate: ScenarioGeneration | undefined;
  readonly runtime: ScenarioRuntime | undefined;
  /** Schema errors outside the users, without lines. The other parts can still be checked. */
  readonly findings: FindingList;
}

/**
 * Compares a document with the schema.
 *
 * @param form `sound` for a document that a test validates: loading the schema takes longer than starting the
 * rest of a sandbox
 */
export async function parseScenario(
  document: SourceDocument,
  form: 'sound' | 'unknown',
): Promise<ParsedScenario> {
  const { value } = document;
  const listed: readonly unknown[] =
    isJsonObject(value) && Array.isArray(value['users']) ? value['users'] : [];
  const head = listed.length === 0 ? value : { ...(value as object), users: [] };
  const schema = form === 'sound' ? undefined : await import('../documents/schema-findings.ts');
  const findings = (await schema?.findSchemaErrors('scenario', head)) ?? new FindingList();
  // If not every malformed place is known, no part can be checked further.
  const isKnown = !findings.hasOmitted && isJsonObject(value);
  const malformed = new Set(
    findings.findings.filter(invalidatesPlace).map(({ pointer }) => parsePointer(pointer)[0]),
  );
  const getSound = <Key extends keyof Scenario>(key: Key): Scenario[Key] | undefined =>
    // A part that is not malformed matches the schema.
    isKnown && !malformed.has(key) ? (value as unknown as Scenario)[key] : undefined;
  const items = isKnown
    ? (document.items ?? { count: listed.length, read: () => listed })
    : undefined;

  return {
    document,
    name: getSound('name') ?? '',
    description: getSound('description') ?? '',
    clock: getSound('clock'),
    clients: malformed.has('clients') || findings.hasOmitted ? 'malformed' : getSound('clients'),
    fixedCodes: getSound('fixedCodes') ?? {},
    users: items === undefined ? [] : listWrittenUsers(items.read(), schema),
    userCount: items?.count ?? 0,
    generate: getSound('generate'),
    runtime: getSound('runtime'),
    findings,
  };
}

async function* listWrittenUsers(
  items: AsyncIterable<unknown> | Iterable<unknown>,
  schema: typeof import('../documents/schema-findings.ts') | undefined,
): AsyncGenerator<WrittenUser> {
  const sound = new FindingList();
  let at = 0;
  for await (const item of items) {
    const pointer = `/users/${at}`;
    at += 1;
    const findings = await schema?.findSchemaErrors('scenario', item, {
      pointer,
      schema: schema.userSchema,
    });
    yield findings === undefined || findings.isEmpty
      ? { pointer, user: item as ScenarioUser, malformed: NONE, findings: sound }
      : { pointer, findings, ...removeInvalid(item as ScenarioUser, pointer, findings) };
  }
}

function removeInvalid(
  user: ScenarioUser,
  pointer: string,
  findings: FindingList,
): Pick<WrittenUser, 'user' | 'malformed'> {
  const malformed = new Set<string>();
  const omitted = new Map<number, readonly string[]>();
  for (const finding of findings.findings.filter(invalidatesPlace)) {
    const [key = '', at = '', part = ''] = parsePointer(finding.pointer.slice(pointer.length));
    const ofTransaction = key === 'transactions' ? OMITTED.get(part) : undefined;
    if (ofTransaction === undefined) malformed.add(key);
    else omitted.set(Number(at), [...(omitted.get(Number(at)) ?? []), ...ofTransaction]);
  }
  // A user without a key cannot be identified.
  const isKnown = !findings.hasOmitted && !malformed.has('') && !malformed.has('key');
  if (!isKnown) return { user: undefined, malformed };
  const { transactions, ...rest } = removeKeys(user, malformed);
  if (transactions === undefined) return { user: rest, malformed };
  const sound = transactions.map((each, at) => removeKeys(each, new Set(omitted.get(at))));
  return { user: { ...rest, transactions: sound }, malformed };
}

/**
 * Returns whether a finding invalidates its place. An unexpected key or item does not. But a wallet with an unknown
 * key may miss a required one.
 */
function invalidatesPlace({ rule, pointer }: Finding): boolean {
  if (rule === 'unknown-key') return /^\/users\/\d+\/wallets\//.test(pointer);
  return rule !== 'repeated-item';
}

/** The keys to omit from a transaction with a malformed key, if the rest can still be checked. */
const OMITTED: ReadonlyMap<string, readonly (keyof ScenarioTransaction)[]> = new Map([
  ['id', ['id']],
  ['transactionHash', ['transactionHash']],
  ['settles', ['settles']],
  ['createTime', ['createTime', 'updateTime']],
  ['updateTime', ['updateTime']],
]);

/** @param keys optional keys only */
function removeKeys<Part extends object>(part: Part, keys: ReadonlySet<string>): Part {
  const rest = Object.entries(part).filter(([key]) => !keys.has(key));
  return Object.fromEntries(rest) as Part;
}
