import type { ScenarioRuntime } from '../contract/scenario.gen.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { FindingList } from '../documents/finding-list.ts';
import type { Finding } from '../documents/finding.ts';
import type { Progress } from '../documents/progress.ts';
import { timestampOf } from '../domain/clock.ts';
import { TimeSlices } from '../ports/time-slices.ts';
import type { Client } from '../domain/records.ts';
import type { UserIndex } from '../store/base.ts';
import { Claims } from './claims.ts';
import { clientsFor, clientsOf } from './clients.ts';
import { placedFindings, type Found } from './found.ts';
import { withGeneratedUsers } from './generated-users.ts';
import type { ParsedScenario } from './parse.ts';
import { seedUser } from './seed.ts';
import { runtimesFound } from './snapshot/check-runtimes.ts';
import { userFindings } from './user-findings.ts';

/** The content of one scenario, or of several that are loaded together. */
export interface ScenarioContent {
  readonly name: string;
  readonly description: string;
  readonly clock: string | null;
  readonly clients: readonly Client[];
  /** By phone number, email address or `*`; of several documents the last one counts. */
  readonly fixedCodes: Readonly<Record<string, string>>;
  readonly index: UserIndex;
  /** Null where none of them is a snapshot. */
  readonly runtime: ScenarioRuntime | null;
}

export interface CheckedScenario {
  readonly content: ScenarioContent;
  /** All problems, in the order of the documents and their texts. */
  readonly findings: readonly Finding[];
}

/**
 * Combines scenarios, their users in order, and checks them: each user (domain/legality.ts), and conflicts
 * between users. If the findings include errors, the content must not be used.
 */
export async function checkScenarios(
  written: readonly ParsedScenario[],
  dialect: Dialect,
  progress?: Progress,
): Promise<CheckedScenario> {
  const { clients, ids: clientIds, found } = clientsOf(written);
  const { scenarios, found: ungenerated } = await withGeneratedUsers(written, {
    dialect,
    clients,
    clock: clockOf(written),
  });
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
    const ctx = {
      scenario: scenario.name,
      // §5.6: a user is linked at least where they signed up.
      linkedByDefault: clientsFor(scenario, clients)
        .slice(0, 1)
        .map(({ id }) => id),
      withoutKey,
    };
    for await (const { user: listed, pointer, malformed, findings } of scenario.users) {
      progress?.update('users checked', done, total);
      done += 1;
      if (slices.isOver) await slices.next();
      ofSchema.addList(findings, (finding) => finding);
      if (listed === undefined || ofSchema.isOverfull) continue;
      const user = await seedUser(listed, ctx);
      for (const finding of [
        ...userFindings(user, { dialect, clientIds }),
        ...claims.add(user, document),
      ]) {
        if (needsWhatIsMalformed(finding, malformed)) continue;
        ofUsers.add(finding.severity, () => ({
          document,
          finding: { ...finding, pointer: pointer + finding.pointer },
        }));
      }
    }
    all.addList(ofSchema, (finding) => ({ document, finding }));
    // The rules are applied where the schema has few errors.
    if (!ofSchema.isOverfull) ofRules.addList(ofUsers, (each) => each);
    for (const user of scenario.generated) {
      claims.add(await seedUser(user, ctx), document);
      if (slices.isOver) await slices.next();
    }
  }
  const { index } = claims;
  const { users } = index;
  const report = (each: Found) => all.add(each.finding.severity, () => each);
  for (const each of [...found, ...clockFindings(scenarios), ...ungenerated]) report(each);
  all.addList(ofRules, (each) => each);
  for (const each of await runtimesFound(scenarios, { dialect, clientIds, users })) report(each);
  return {
    content: {
      ...headOf(scenarios),
      clients,
      fixedCodes: Object.fromEntries(
        scenarios.flatMap(({ fixedCodes }) => Object.entries(fixedCodes)),
      ),
      index,
      runtime,
    },
    findings: await placedFindings(all),
  };
}

/** What a rule compares, where that is more than the place that it points to. */
const COMPARED: ReadonlyMap<string, readonly string[]> = new Map([
  ['no-identity', ['wallets', 'phoneNumber', 'emailAddress']],
  ['kyc-status-without-flag', ['flags']],
  ['failed-without-flag', ['flags']],
  ['returned-without-flag', ['flags']],
  ['flag-without-failure', ['transactions']],
]);

/** Malformed parts are skipped, because checks on them could be wrong. */
function needsWhatIsMalformed({ rule }: Finding, malformed: ReadonlySet<string>): boolean {
  return malformed.size > 0 && (COMPARED.get(rule) ?? []).some((key) => malformed.has(key));
}

function headOf(
  scenarios: readonly ParsedScenario[],
): Pick<ScenarioContent, 'name' | 'description' | 'clock'> {
  const clock = clockOf(scenarios);
  return {
    name: scenarios.map(({ name }) => name).join('-and-'),
    description: scenarios
      .map(({ description }) => description)
      .join(' ')
      .trim(),
    clock: clock === undefined ? null : timestampOf(Date.parse(clock)),
  };
}

function clockOf(scenarios: readonly ParsedScenario[]): string | undefined {
  return scenarios.find(({ clock }) => clock !== undefined)?.clock;
}

/** One workspace has one clock. */
function* clockFindings(scenarios: readonly ParsedScenario[]): Generator<Found> {
  const [first, ...others] = scenarios.filter(({ clock }) => clock !== undefined);
  for (const { clock, document } of others) {
    if (first?.clock === undefined || clock === undefined) continue;
    if (Date.parse(clock) === Date.parse(first.clock)) continue;
    yield {
      document,
      finding: {
        rule: 'conflicting-clocks',
        clause: null,
        severity: 'error',
        message: `The clock starts at a different time in ${first.document.file ?? first.name}: ${first.clock}.`,
        hint: 'Remove the clock from one of them.',
        pointer: '/clock',
      },
    };
  }
}
