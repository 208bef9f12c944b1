import type { Faker } from '@faker-js/faker';
import type { Scenario, ScenarioUser } from '../../contract/scenario.gen.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { Finding } from '../../documents/finding.ts';
import { TimeSlices } from '../../ports/time-slices.ts';
import { defaultClients } from '../clients.ts';
import type { AccountPlan } from './account-plan.ts';
import { createIdentitySupply } from './identity-supply.ts';
import { createMixedPlanner } from './mixed-plan.ts';
import { createPairedPlans } from './paired-plans.ts';
import { drawPerson, withFaker } from './person.ts';
import { drawTimes, toUser, type Account } from './user-of-account.ts';

export interface GenerationOptions {
  /** An integer from 0 to 2^32 - 1: the same seed gives the same bytes. */
  readonly seed: number;
  /** The number of users, 0 to 100,000; with `pairwise` the minimum. */
  readonly users?: number | undefined;
  /** Whether each possible pair of states occurs in some user. */
  readonly pairwise?: boolean | undefined;
  readonly dialect: Dialect;
  readonly name: string;
  /** ISO 8601; no generated time is later. Default: FIXED_INSTANT. */
  readonly clock?: string | undefined;
  /** Ids of the clients; users sign up through the first. Default: the default clients. */
  readonly clients?: readonly string[] | undefined;
  /** Users who are loaded together with the generated users, so their keys and identities are in use. */
  readonly existingUsers?: readonly ScenarioUser[] | undefined;
  /** Called with progress every few hundred users. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface GeneratedScenario {
  /** A scenario with explicit users; it has no `generate`. */
  readonly document: Scenario;
  /** A warning for each pair of states that the interface excludes. */
  readonly omissions: readonly Finding[];
}

const FIXED_INSTANT = '2026-01-15T10:00:00.000Z';

/**
 * Generates users in a realistic mix of states, in all pairs of states, or both. They violate no rule
 * (domain/legality.ts). The result depends only on the options. With more users, the first users stay
 * the same.
 */
export async function generateScenario(options: GenerationOptions): Promise<GeneratedScenario> {
  const { seed, users = 0, dialect, name, clock, existingUsers = [] } = options;
  const slices = new TimeSlices();
  const { plans, omissions } =
    options.pairwise === true ? createPairedPlans(dialect) : { plans: [], omissions: [] };
  const accounts = await withFaker((faker) =>
    drawAccounts(faker, { ...options, users }, { paired: plans, slices }),
  );
  const walletCount = accounts.reduce((sum, { plan }) => sum + plan.wallets.length, 0);
  const supply = await createIdentitySupply({ seed, name, existingUsers, walletCount });
  const clients = options.clients ?? defaultClients.map(({ id }) => id);
  const generated: ScenarioUser[] = [];
  for (const account of accounts) {
    generated.push(toUser(account, supply, clients));
    if (slices.isUsedUp) await slices.yieldToEvents();
  }
  return {
    document: {
      name,
      ...(clock === undefined ? {} : { clock }),
      users: generated,
    },
    omissions,
  };
}

const PROGRESS_INTERVAL = 200;

async function drawAccounts(
  faker: Faker,
  { seed, users, dialect, clock, onProgress }: GenerationOptions & { readonly users: number },
  { paired, slices }: { readonly paired: readonly AccountPlan[]; readonly slices: TimeSlices },
): Promise<Account[]> {
  faker.seed(seed);
  const drawPlan = createMixedPlanner(faker, dialect);
  const now = Date.parse(clock ?? FIXED_INSTANT);
  const length = Math.max(users, paired.length);
  const accounts: Account[] = [];
  while (accounts.length < length) {
    const index = accounts.length;
    if (index % PROGRESS_INTERVAL === 0) onProgress?.(index, length);
    const plan = paired[index] ?? drawPlan();
    const person = drawPerson(faker);
    accounts.push({ plan, person, times: drawTimes(faker, plan.transactions, now) });
    if (slices.isUsedUp) await slices.yieldToEvents();
  }
  return accounts;
}
