import type { ScenarioGeneration, ScenarioUser } from '../contract/scenario.gen.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { TimeSlices } from '../ports/time-slices.ts';
import type { Client } from '../domain/records.ts';
import { selectClients } from './clients.ts';
import type { DocumentFinding } from './document-findings.ts';
import type { ParsedScenario, ParsedUser } from './parse.ts';

export interface ExpandedScenario extends ParsedScenario {
  /** Users that are valid and do not conflict with other users. They follow the users that the scenario lists. */
  readonly generated: readonly ScenarioUser[];
}

interface Context {
  readonly dialect: Dialect;
  readonly clients: readonly Client[];
  readonly clock: string | undefined;
}

/** The default of the schema, which is not loaded here. */
const DEFAULT_SEED = 1;

/**
 * Generates the users that the key `generate` of a scenario requests, and missing personal information of its listed
 * users; nothing if any of the scenarios has errors. The findings are the pairs of states that no generated user has.
 */
export async function addGeneratedUsers(
  scenarios: readonly ParsedScenario[],
  { dialect, clients, clock }: Context,
): Promise<{
  readonly scenarios: readonly ExpandedScenario[];
  readonly findings: readonly DocumentFinding[];
}> {
  if (scenarios.every(({ generate }) => generate === undefined)) {
    return {
      scenarios: scenarios.map((scenario) => ({ ...scenario, generated: [] })),
      findings: [],
    };
  }
  const scenariosWithUsers = await Promise.all(scenarios.map(readListedUsers));
  const listedUsers = scenariosWithUsers.flatMap(({ users }) => users);
  const isLoadable = [...scenariosWithUsers, ...listedUsers].every(
    ({ findings }) => !findings.hasErrors,
  );
  const existing = listedUsers.flatMap(({ user }) => user ?? []);
  const expanded: ExpandedScenario[] = [];
  const findings: DocumentFinding[] = [];
  for (const scenario of scenariosWithUsers) {
    const { generate, document, name, users } = scenario;
    if (generate === undefined || !isLoadable) {
      expanded.push({ ...scenario, generated: [] });
      continue;
    }
    const { generateScenario } = await import('./generate/generate-scenario.ts');
    const result = await generateScenario({
      seed: DEFAULT_SEED,
      ...generate,
      dialect,
      name,
      clock,
      clients: selectClients(scenario, clients).map(({ id }) => id),
      existingUsers: [...existing, ...expanded.flatMap(({ generated }) => generated)],
    });
    const { users: generated = [] } = result.document;
    expanded.push({ ...scenario, users: await fillUsers(users, generate), generated });
    for (const finding of result.omissions) {
      findings.push({ document, finding: { ...finding, pointer: '/generate/pairwise' } });
    }
  }
  return { scenarios: expanded, findings };
}

async function readListedUsers(scenario: ParsedScenario) {
  const users: ParsedUser[] = [];
  for await (const user of scenario.users) users.push(user);
  return { ...scenario, users };
}

/** Generates the personal information of users without it. */
async function fillUsers(
  users: readonly ParsedUser[],
  { seed = DEFAULT_SEED }: ScenarioGeneration,
): Promise<readonly ParsedUser[]> {
  const { createPerson, withFaker } = await import('./generate/person.ts');
  const slices = new TimeSlices();
  return withFaker(async (faker) => {
    const filledUsers: ParsedUser[] = [];
    for (const parsed of users) {
      const { user } = parsed;
      if (user === undefined || user.personalInformation !== undefined) {
        filledUsers.push(parsed);
      } else {
        const personalInformation = createPerson(faker, seed, user.key);
        filledUsers.push({ ...parsed, user: { ...user, personalInformation } });
      }
      if (slices.isUsedUp) await slices.yieldToEvents();
    }
    return filledUsers;
  });
}
