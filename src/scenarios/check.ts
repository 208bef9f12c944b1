import type { Dialect } from '../dialect/dialect.ts';
import { FindingList } from '../documents/finding-list.ts';
import type { Finding } from '../documents/finding.ts';
import type { Progress } from '../documents/progress.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { formatTimestamp } from '../domain/clock.ts';
import type { Client } from '../domain/records.ts';
import { TimeSlices } from '../ports/time-slices.ts';
import { UserIndex } from '../store/base.ts';
import { UserCollection } from './user-collection.ts';
import { selectClients, mergeClients } from './clients.ts';
import { placeDocumentFindings, type DocumentFinding } from './document-findings.ts';
import { addGeneratedUsers, type ExpandedScenario } from './generated-users.ts';
import type { ParsedScenario } from './parse.ts';
import { seedUser } from './seed-user.ts';
import type { checkRuntime } from './snapshot/runtime-findings.ts';
import { checkUser } from './user-findings.ts';

/**
 * Combines scenarios in order, and checks each user (domain/legality.ts) and conflicts between users. The
 * findings are in the order of the documents. If a finding is an error, the content must not be used.
 */
export async function checkScenarios(
  parsed: readonly ParsedScenario[],
  dialect: Dialect,
  progress?: Progress,
): Promise<{ readonly content: ScenarioContent; readonly findings: Finding[] }> {
  const { clients, ids: clientIds, findings: clientFindings } = mergeClients(parsed);
  const clock = parsed.find((scenario) => scenario.clock !== undefined)?.clock;
  const { scenarios, findings: generationFindings } = await addGeneratedUsers(parsed, {
    dialect,
    clients,
    clock,
  });
  const content = combineContent(scenarios, clients, clock);
  const collection = new UserCollection(content.index, dialect, scenarios.length);
  const idsWithoutKey = new Set(content.runtime?.idsWithoutKey);
  const countUser = createUserCounter(scenarios, progress);
  const ctx = { dialect, clients, clientIds, idsWithoutKey, collection, countUser };
  const findings = new FindingList<DocumentFinding>();
  const ruleFindings = new FindingList<DocumentFinding>();
  for (const scenario of scenarios) {
    const { document } = scenario;
    const found = await checkUsers(scenario, ctx);
    findings.addList(found.schemaFindings, (finding) => ({ document, finding }));
    ruleFindings.addList(found.ruleFindings, (finding) => ({ document, finding }));
  }
  addAll(findings, [...clientFindings, ...checkClocks(scenarios), ...generationFindings]);
  findings.addList(ruleFindings, (finding) => finding);
  const { users } = content.index;
  addAll(findings, await checkSnapshots(scenarios, { dialect, clientIds, users }));
  const documents = parsed.map(({ document }) => document);
  return { content, findings: await placeDocumentFindings(findings, documents) };
}

export type ScenarioContent = ReturnType<typeof combineContent>;

/** Returns the content of all scenarios. Its index is empty; `checkUsers` fills it. */
function combineContent(
  scenarios: readonly ExpandedScenario[],
  clients: readonly Client[],
  clock: string | undefined,
) {
  const descriptions = scenarios.map(({ description }) => description.trim());
  return {
    name: scenarios.map(({ name }) => name).join('-and-'),
    description: descriptions.filter((description) => description !== '').join(' '),
    clock: clock === undefined ? null : formatTimestamp(Date.parse(clock)),
    clients,
    /** By phone number, email address or `*`; of several documents, the last document counts. */
    fixedCodes: Object.fromEntries(
      scenarios.flatMap(({ fixedCodes }) => Object.entries(fixedCodes)),
    ),
    index: new UserIndex(),
    runtime: scenarios.find((scenario) => scenario.runtime !== undefined)?.runtime ?? null,
  };
}

/** Returns a function to call for each user: it reports progress, and pauses for other events. */
function createUserCounter(scenarios: readonly ExpandedScenario[], progress?: Progress) {
  const counts = scenarios.map(({ userCount, generated }) => userCount + generated.length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const slices = new TimeSlices();
  let done = 0;
  return async (): Promise<void> => {
    progress?.update('users checked', done, total);
    done += 1;
    if (slices.isUsedUp) await slices.yieldToEvents();
  };
}

function addAll(list: FindingList<DocumentFinding>, added: readonly DocumentFinding[]): void {
  for (const item of added) list.add(item.finding.severity, () => item);
}

interface UserContext {
  readonly dialect: Dialect;
  readonly clients: readonly Client[];
  /** Undefined if the clients are malformed. */
  readonly clientIds: ReadonlySet<string> | undefined;
  /** Ids of users and transactions that had no key before the snapshot: the export generated their keys. */
  readonly idsWithoutKey: ReadonlySet<string>;
  readonly collection: UserCollection;
  countUser(): Promise<void>;
}

/** Checks the users of one scenario, and adds them to the collection. */
async function checkUsers(
  scenario: ExpandedScenario,
  { dialect, clients, clientIds, idsWithoutKey, collection, countUser }: UserContext,
): Promise<{ readonly schemaFindings: FindingList; readonly ruleFindings: FindingList }> {
  const { document } = scenario;
  const schemaFindings = new FindingList();
  const ruleFindings = new FindingList();
  schemaFindings.addList(scenario.findings, (finding) => finding);
  // §5.6: a user is linked at least to the client of the sign-up.
  const linkedByDefault = selectClients(scenario, clients).slice(0, 1);
  const seedContext = {
    scenario: scenario.name,
    linkedByDefault: linkedByDefault.map(({ id }) => id),
    idsWithoutKey,
  };
  for await (const { user: listed, pointer, malformed, findings } of scenario.users) {
    await countUser();
    schemaFindings.addList(findings, (finding) => finding);
    if (listed === undefined || schemaFindings.hasOmitted) continue;
    const user = await seedUser(listed, seedContext);
    const problems = [...checkUser(user, dialect, clientIds), ...collection.add(user, document)];
    for (const problem of problems) {
      if (expectsMalformedKey(problem, malformed)) continue;
      const createFinding = () => ({ ...problem, pointer: pointer + problem.pointer });
      ruleFindings.add(problem.severity, createFinding);
    }
  }
  for (const user of scenario.generated) {
    await countUser();
    collection.add(await seedUser(user, seedContext), document);
  }
  // With very many schema errors, the findings of the rules are incomplete.
  const isIncomplete = schemaFindings.hasOmitted;
  return { schemaFindings, ruleFindings: isIncomplete ? new FindingList() : ruleFindings };
}

/** By rule: keys whose absence leads to a finding. A malformed key was removed, so the finding may be wrong. */
const EXPECTED_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['no-identity', ['wallets', 'phoneNumber', 'emailAddress']],
  ['kyc-status-without-flag', ['flags']],
  ['failed-without-flag', ['flags']],
  ['returned-without-flag', ['flags']],
  ['flag-without-failure', ['transactions']],
]);

/** Returns whether a finding must be ignored, because its rule expects a key that is malformed. */
function expectsMalformedKey({ rule }: Finding, malformed: ReadonlySet<string>): boolean {
  return malformed.size > 0 && (EXPECTED_KEYS.get(rule) ?? []).some((key) => malformed.has(key));
}

/** Returns conflicts between clocks: a workspace has one clock. */
function checkClocks(scenarios: readonly ParsedScenario[]): readonly DocumentFinding[] {
  const first = scenarios.find(({ clock }) => clock !== undefined);
  const start = Date.parse(first?.clock ?? '');
  return scenarios
    .filter(({ clock }) => clock !== undefined && Date.parse(clock) !== start)
    .map(({ document }) =>
      createConflict(document, 'clock', {
        rule: 'conflicting-clocks',
        message: `The clock of ${first?.document.file ?? first?.name} starts at another time: ${first?.clock}.`,
      }),
    );
}

function createConflict(
  document: SourceDocument,
  key: 'clock' | 'runtime',
  { rule, message }: Pick<Finding, 'rule' | 'message'>,
): DocumentFinding {
  const hint = `Remove the key ${key} from one of the two scenarios.`;
  return {
    document,
    finding: { rule, clause: null, severity: 'error', message, hint, pointer: `/${key}` },
  };
}

/** Returns the problems of the first snapshot, and an error for each further snapshot. */
async function checkSnapshots(
  scenarios: readonly ParsedScenario[],
  ctx: Parameters<typeof checkRuntime>[1],
): Promise<readonly DocumentFinding[]> {
  const [snapshot, ...others] = scenarios.filter(({ runtime }) => runtime !== undefined);
  if (snapshot?.runtime === undefined) return [];
  const { runtime, document, name } = snapshot;
  const module = await import('./snapshot/runtime-findings.ts');
  const findings = await module.checkRuntime(runtime, ctx);
  return [
    ...findings.map((finding) => ({
      document,
      finding: { ...finding, pointer: `/runtime${finding.pointer}` },
    })),
    ...others.map((other) =>
      createConflict(other.document, 'runtime', {
        rule: 'conflicting-snapshots',
        message: `Only one scenario can have the key runtime; ${document.file ?? name} has it too.`,
      }),
    ),
  ];
}
