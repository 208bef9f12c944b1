import type { Dialect } from '../dialect/dialect.ts';
import { FindingList } from '../documents/finding-list.ts';
import type { Finding } from '../documents/finding.ts';
import type { Progress } from '../documents/progress.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { formatTimestamp } from '../domain/clock.ts';
import { TimeSlices } from '../ports/time-slices.ts';
import { UserCollection } from './user-collection.ts';
import { selectClients, mergeClients } from './clients.ts';
import { placeDocumentFindings, type DocumentFinding } from './document-findings.ts';
import { addGeneratedUsers } from './generated-users.ts';
import type { ParsedScenario } from './parse.ts';
import { seedUser } from './seed-user.ts';
import type { checkRuntime } from './snapshot/runtime-findings.ts';
import { checkUser } from './user-findings.ts';

export type ScenarioContent = Awaited<ReturnType<typeof checkScenarios>>['content'];

/**
 * Combines scenarios in order, and checks each user (domain/legality.ts) and conflicts between users. The
 * findings are in the order of the documents. If a finding is an error, the content must not be used.
 */
export async function checkScenarios(
  parsed: readonly ParsedScenario[],
  dialect: Dialect,
  progress?: Progress,
) {
  const { clients, ids: clientIds, findings: clientFindings } = mergeClients(parsed);
  const clock = parsed.find((scenario) => scenario.clock !== undefined)?.clock;
  const { scenarios, findings: generationFindings } = await addGeneratedUsers(parsed, {
    dialect,
    clients,
    clock,
  });
  const collection = new UserCollection(dialect, scenarios.length);
  const runtime = scenarios.find((scenario) => scenario.runtime !== undefined)?.runtime ?? null;
  const idsWithoutKey = new Set(runtime?.idsWithoutKey);
  const total = scenarios.reduce(
    (sum, { userCount, generated }) => sum + userCount + generated.length,
    0,
  );
  let done = 0;
  const slices = new TimeSlices();
  const allFindings = new FindingList<DocumentFinding>();
  const ruleFindings = new FindingList<DocumentFinding>();
  for (const scenario of scenarios) await checkUsers(scenario);
  const { index } = collection;
  const addFindings = (documentFindings: readonly DocumentFinding[]) => {
    for (const item of documentFindings) allFindings.add(item.finding.severity, () => item);
  };
  addFindings([...clientFindings, ...checkClocks(scenarios), ...generationFindings]);
  allFindings.addList(ruleFindings, (finding) => finding);
  addFindings(await checkSnapshots(scenarios, { dialect, clientIds, users: index.users }));
  return {
    content: {
      name: scenarios.map(({ name }) => name).join('-and-'),
      description: scenarios
        .map(({ description }) => description.trim())
        .filter((description) => description !== '')
        .join(' '),
      clock: clock === undefined ? null : formatTimestamp(Date.parse(clock)),
      clients,
      /** By phone number, email address or `*`; of several documents, the last document counts. */
      fixedCodes: Object.fromEntries(
        scenarios.flatMap(({ fixedCodes }) => Object.entries(fixedCodes)),
      ),
      index,
      runtime,
    },
    findings: await placeDocumentFindings(
      allFindings,
      parsed.map(({ document }) => document),
    ),
  };

  async function checkUsers(scenario: (typeof scenarios)[number]): Promise<void> {
    const { document } = scenario;
    const schemaFindings = new FindingList();
    schemaFindings.addList(scenario.findings, (finding) => finding);
    const userFindings = new FindingList<DocumentFinding>();
    // §5.6: a user is linked at least to the client of the sign-up.
    const [firstClient] = selectClients(scenario, clients);
    const linkedByDefault = firstClient === undefined ? [] : [firstClient.id];
    const seedContext = { scenario: scenario.name, linkedByDefault, idsWithoutKey };
    for await (const { user: listed, pointer, malformed, findings } of scenario.users) {
      await countUser();
      schemaFindings.addList(findings, (finding) => finding);
      if (listed === undefined || schemaFindings.hasOmitted) continue;
      const user = await seedUser(listed, seedContext);
      const userProblems = [
        ...checkUser(user, dialect, clientIds),
        ...collection.add(user, document),
      ];
      for (const finding of userProblems) {
        if (readsMalformedKey(finding, malformed)) continue;
        userFindings.add(finding.severity, () => ({
          document,
          finding: { ...finding, pointer: pointer + finding.pointer },
        }));
      }
    }
    allFindings.addList(schemaFindings, (finding) => ({ document, finding }));
    // With very many schema errors, the findings of the rules are incomplete.
    if (!schemaFindings.hasOmitted) ruleFindings.addList(userFindings, (finding) => finding);
    for (const user of scenario.generated) {
      await countUser();
      collection.add(await seedUser(user, seedContext), document);
    }
  }

  async function countUser(): Promise<void> {
    progress?.update('users checked', done, total);
    done += 1;
    if (slices.isUsedUp) await slices.yieldToEvents();
  }
}

/** The keys that a rule reads, in addition to the key that its finding points to. */
const READ_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['no-identity', ['wallets', 'phoneNumber', 'emailAddress']],
  ['kyc-status-without-flag', ['flags']],
  ['failed-without-flag', ['flags']],
  ['returned-without-flag', ['flags']],
  ['flag-without-failure', ['transactions']],
]);

/** Returns whether a finding must be ignored, because a key that its rule reads is malformed. */
function readsMalformedKey({ rule }: Finding, malformed: ReadonlySet<string>): boolean {
  return malformed.size > 0 && (READ_KEYS.get(rule) ?? []).some((key) => malformed.has(key));
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
