import type { ScenarioGeneration, ScenarioUser } from '../contract/scenario.gen.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { TimeSlices } from '../ports/time-slices.ts';
import type { Client } from '../domain/records.ts';
import { selectClients } from './clients.ts';
import type { Found } from './found.ts';
import type { ParsedScenario, WrittenUser } from './parse.ts';

interface ExpandedScenario extends ParsedScenario {
  /** They follow its own users. They are valid and do not conflict with others. */
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
 * Generates the users of `generate`; none if a scenario is malformed, since then nothing is loaded.
 *
 * @returns `found`: what could not be generated
 */
export async function addGeneratedUsers(
  scenarios: readonly ParsedScenario[],
  { dialect, clients, clock }: Context,
): Promise<{ readonly scenarios: readonly ExpandedScenario[]; readonly found: readonly Found[] }> {
  if (scenarios.every(({ generate }) => generate === undefined)) {
    return { scenarios: scenarios.map((each) => ({ ...each, generated: [] })), found: [] };
  }
  const listed = await Promise.all(scenarios.map(addListedUsers));
  const written = listed.flatMap(({ users }) => users);
  const isLoadable = [...listed, ...written].every(({ findings }) => !findings.hasErrors);
  const others = written.flatMap(({ user }) => user ?? []);
  const expanded: ExpandedScenario[] = [];
  const found: Found[] = [];
  for (const scenario of listed) {
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
      existingUsers: [...others, ...expanded.flatMap(({ generated }) => generated)],
    });
    const { users: generated = [] } = result.document;
    expanded.push({ ...scenario, users: await fillUsers(users, generate), generated });
    for (const finding of result.leftOut) {
      found.push({ document, finding: { ...finding, pointer: '/generate/pairwise' } });
    }
  }
  return { scenarios: expanded, found };
}

/** Reads all users: generated ones must not have the same keys and identities. */
async function addListedUsers(scenario: ParsedScenario) {
  const users: WrittenUser[] = [];
  for await (const user of scenario.users) users.push(user);
  return { ...scenario, users };
}

/** Adds personal information to users without any. */
async function fillUsers(
  users: readonly WrittenUser[],
  { seed = DEFAULT_SEED }: ScenarioGeneration,
): Promise<readonly WrittenUser[]> {
  const { createPerson, withFaker } = await import('./generate/person.ts');
  const slices = new TimeSlices();
  return withFaker(async (faker) => {
    const all: WrittenUser[] = [];
    for (const listed of users) {
      const { user } = listed;
      if (user === undefined || user.personalInformation !== undefined) {
        all.push(listed);
      } else {
        const personalInformation = createPerson(faker, seed, user.key);
        all.push({ ...listed, user: { ...user, personalInformation } });
      }
      if (slices.isOver) await slices.next();
    }
    return all;
  });
}
