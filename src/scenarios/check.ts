import type { Dialect } from '../dialect/dialect.ts';
import type { Finding } from '../documents/finding.ts';
import { timestampOf } from '../domain/clock.ts';
import type { Client, SeededUser } from '../store/state.ts';
import { Claims } from './claims.ts';
import { clientsOf } from './clients.ts';
import { placedFindings, type Found } from './found.ts';
import type { ParsedScenario } from './parse.ts';
import { seedUser, testWalletsOf } from './seed.ts';
import { userFindings } from './user-findings.ts';

/** The content of one scenario, or of several that are loaded together. */
export interface ScenarioContent {
  readonly name: string;
  readonly description: string;
  readonly clock: string | null;
  readonly clients: readonly Client[];
  readonly users: readonly SeededUser[];
}

export interface CheckedScenario {
  readonly content: ScenarioContent;
  /** Everything that is wrong, in the order of the documents and their texts. */
  readonly findings: readonly Finding[];
}

/**
 * Puts scenarios together, the users of each behind those of the one before, and holds them against
 * the rules: what a user may be (domain/legality.ts), and what two can't both have. Where there are
 * errors among the findings, the content is not fit for use.
 */
export async function checkScenarios(
  scenarios: readonly ParsedScenario[],
  dialect: Dialect,
): Promise<CheckedScenario> {
  const { clients, ids: clientIds, found } = clientsOf(scenarios);
  const claims = new Claims(dialect);
  const users: SeededUser[] = [];
  const all: Found[] = [...formFindings(scenarios), ...found, ...clockFindings(scenarios)];
  for (const scenario of scenarios) {
    const { document } = scenario;
    const around = {
      scenario: scenario.name,
      linkedByDefault: firstClientOf(scenario, clients),
      testWallets: await testWalletsOf(scenario.users.map(({ user }) => user)),
    };
    for (const { user: written, pointer } of scenario.users) {
      const user = seedUser(written, around);
      users.push(user);
      const findings = [
        ...userFindings(user, { dialect, clientIds }),
        ...claims.claim(user, document),
      ];
      for (const finding of findings) {
        all.push({ document, finding: { ...finding, pointer: pointer + finding.pointer } });
      }
    }
  }
  return {
    content: { ...headOf(scenarios), clients, users },
    findings: placedFindings(all),
  };
}

function formFindings(scenarios: readonly ParsedScenario[]): Found[] {
  return scenarios.flatMap(({ document, findings }) =>
    findings.map((finding) => ({ document, finding })),
  );
}

function headOf(
  scenarios: readonly ParsedScenario[],
): Pick<ScenarioContent, 'name' | 'description' | 'clock'> {
  const clock = scenarios.find((scenario) => scenario.clock !== undefined)?.clock;
  return {
    name: scenarios.map(({ name }) => name).join('-and-'),
    description: scenarios
      .map(({ description }) => description)
      .join(' ')
      .trim(),
    clock: clock === undefined ? null : timestampOf(Date.parse(clock)),
  };
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
        rule: 'two-clocks',
        clause: null,
        severity: 'error',
        message: `The clock starts at another time in ${first.document.file ?? first.name}: ${first.clock}.`,
        hint: 'Let one of them leave its clock out.',
        pointer: '/clock',
      },
    };
  }
}

/** §5.6: a user is linked at least where they signed up, by default with the document's first client. */
function firstClientOf({ clients }: ParsedScenario, inUse: readonly Client[]): readonly string[] {
  const [first] = clients === undefined || clients === 'malformed' ? inUse : clients;
  return first === undefined ? [] : [first.id];
}
