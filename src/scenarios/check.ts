import type { Dialect } from '../dialect/dialect.ts';
import { FindingList } from '../documents/finding-list.ts';
import type { Finding } from '../documents/finding.ts';
import type { Progress } from '../documents/progress.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { formatTimestamp } from '../domain/clock.ts';
import { TimeSlices } from '../ports/time-slices.ts';
import { Claims } from './claims.ts';
import { selectClients, mergeClients } from './clients.ts';
import { placeFoundFindings, type Found } from './found.ts';
import { addGeneratedUsers } from './generated-users.ts';
import type { ParsedScenario } from './parse.ts';
import { seedUser } from './seed.ts';
import type { checkRuntime } from './snapshot/runtime-findings.ts';
import { checkUser } from './user-findings.ts';

/** The content of one scenario, or of several that are loaded together. */
export type ScenarioContent = Awaited<ReturnType<typeof checkScenarios>>['content'];

/**
 * Combines scenarios, their users in order, and checks them: each user (domain/legality.ts), and conflicts
 * between users. If the findings include errors, the content must not be used.
 */
export async function checkScenarios(
  written: readonly ParsedScenario[],
  dialect: Dialect,
  progress?: Progress,
) {
  const { clients, ids: clientIds, found } = mergeClients(written);
  const clock = written.find((each) => each.clock !== undefined)?.clock;
  const ctx = { dialect, clients, clock };
  const { scenarios, found: ungenerated } = await addGeneratedUsers(written, ctx);
  const claims = new Claims(dialect, scenarios.length);
  const runtime = scenarios.find((each) => each.runtime !== undefined)?.runtime ?? null;
  const withoutKey = new Set(runtime?.withoutKey);
  const total = scenarios.reduce(
    (sum, { userCount, generated }) => sum + userCount + generated.length,
    0,
  );
  let done = 0;
  const slices = new TimeSlices();
  const all = new FindingList<Found>();
  const ofRules = new FindingList<Found>();
  for (const scenario of scenarios) {
    const { document } = scenario;
    const ofSchema = new FindingList();
    ofSchema.addList(scenario.findings, (finding) => finding);
    const ofUsers = new FindingList<Found>();
    const seedContext = {
      scenario: scenario.name,
      // §5.6: a user is linked at least where they signed up.
      linkedByDefault: selectClients(scenario, clients)
        .slice(0, 1)
        .map(({ id }) => id),
      withoutKey,
    };
    for await (const { user: listed, pointer, malformed, findings } of scenario.users) {
      progress?.update('users checked', done, total);
      done += 1;
      if (slices.isOver) await slices.next();
      ofSchema.addList(findings, (finding) => finding);
      if (listed === undefined || ofSchema.hasOmitted) continue;
      const user = await seedUser(listed, seedContext);
      for (const finding of [
        ...checkUser(user, dialect, clientIds),
        ...claims.add(user, document),
      ]) {
        if (needsMalformedPart(finding, malformed)) continue;
        ofUsers.add(finding.severity, () => ({
          document,
          finding: { ...finding, pointer: pointer + finding.pointer },
        }));
      }
    }
    all.addList(ofSchema, (finding) => ({ document, finding }));
    // The rules are applied where the schema has few errors.
    if (!ofSchema.hasOmitted) ofRules.addList(ofUsers, (each) => each);
    for (const user of scenario.generated) {
      claims.add(await seedUser(user, seedContext), document);
      if (slices.isOver) await slices.next();
    }
  }
  const { index } = claims;
  const { users } = index;
  const report = (each: Found) => all.add(each.finding.severity, () => each);
  for (const each of [...found, ...checkClocks(scenarios), ...ungenerated]) report(each);
  all.addList(ofRules, (each) => each);
  for (const each of await checkSnapshots(scenarios, { dialect, clientIds, users })) report(each);
  return {
    content: {
      name: scenarios.map(({ name }) => name).join('-and-'),
      description: scenarios
        .map(({ description }) => description)
        .join(' ')
        .trim(),
      clock: clock === undefined ? null : formatTimestamp(Date.parse(clock)),
      clients,
      /** By phone number, email address or `*`; of several documents the last one counts. */
      fixedCodes: Object.fromEntries(
        scenarios.flatMap(({ fixedCodes }) => Object.entries(fixedCodes)),
      ),
      index,
      runtime,
    },
    /** All problems, in the order of the documents and their texts. */
    findings: await placeFoundFindings(all),
  };
}

/** The keys that a rule compares, if not only the one that it points to. */
const COMPARED: ReadonlyMap<string, readonly string[]> = new Map([
  ['no-identity', ['wallets', 'phoneNumber', 'emailAddress']],
  ['kyc-status-without-flag', ['flags']],
  ['failed-without-flag', ['flags']],
  ['returned-without-flag', ['flags']],
  ['flag-without-failure', ['transactions']],
]);

/** Returns whether a check has to be skipped, because the parts that it needs are malformed. */
function needsMalformedPart({ rule }: Finding, malformed: ReadonlySet<string>): boolean {
  return malformed.size > 0 && (COMPARED.get(rule) ?? []).some((key) => malformed.has(key));
}

/** Returns conflicts between clocks: a workspace has one clock. */
function checkClocks(scenarios: readonly ParsedScenario[]): readonly Found[] {
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
): Found {
  const hint = `Remove the key ${key} from one of the two scenarios.`;
  return {
    document,
    finding: { rule, clause: null, severity: 'error', message, hint, pointer: `/${key}` },
  };
}

/** Returns the problems of a snapshot; a workspace has only one. */
async function checkSnapshots(
  scenarios: readonly ParsedScenario[],
  ctx: Parameters<typeof checkRuntime>[1],
): Promise<readonly Found[]> {
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
