import type { Faker } from '@faker-js/faker';
import type {
  ScenarioPersonalInformation,
  ScenarioTransaction,
  ScenarioUser,
} from '../../contract/scenario.gen.ts';
import { formatTimestamp } from '../../domain/clock.ts';
import { getStateFields, type TransactionState } from '../../domain/state-tables.ts';
import type { AccountPlan } from './account-plan.ts';
import type { IdentitySupply } from './identity-supply.ts';
import type { Person } from './person.ts';

export interface Account {
  readonly plan: AccountPlan;
  readonly person: Person;
  readonly times: ReturnType<typeof drawTimes>;
}

/** Converts an account to a user of a scenario. `plan.links` selects the clients that the user is linked to. */
export function toUser(
  { plan, person, times }: Account,
  supply: IdentitySupply,
  clients: readonly string[],
): ScenarioUser {
  const { kyc, flags } = plan;
  const { createTime, updateTime } = times;
  return {
    key: supply.takeKey(),
    ...createIdentities(plan, person, supply),
    personalInformation: toPersonalInformation(plan, person),
    ...(kyc === null ? {} : { kyc: { status: kyc } }),
    flags: [...flags],
    transactions: toTransactions(plan, times),
    linkedClients: listLinkedClients(plan.links, clients),
    createTime,
    updateTime,
  };
}

/** Returns identities. A user without a wallet gets an email address if no fictional phone number is left. */
function createIdentities(
  { channels, wallets }: AccountPlan,
  person: Person,
  supply: IdentitySupply,
): Pick<ScenarioUser, 'phoneNumber' | 'emailAddress' | 'wallets'> {
  const phoneNumber = channels.includes('sms') ? supply.takePhoneNumber() : undefined;
  const hasNoIdentity = phoneNumber === undefined && wallets.length === 0;
  const emailAddress =
    channels.includes('email') || hasNoIdentity ? supply.takeEmailAddress(person) : undefined;
  return {
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
    ...(emailAddress === undefined ? {} : { emailAddress }),
    wallets: wallets.map(({ variant, status }) => ({ ...supply.takeWallet(), ...variant, status })),
  };
}

/** Returns the personal information: before a KYC submission only the name. */
function toPersonalInformation({ kyc }: AccountPlan, person: Person): ScenarioPersonalInformation {
  const { firstName, lastName } = person;
  return kyc === null ? { firstName, lastName } : person;
}

function toTransactions(
  { transactions }: AccountPlan,
  times: Account['times'],
): ScenarioTransaction[] {
  return transactions.map((state, index) => {
    const { cryptoStatus, returned } = getStateFields(state);
    return {
      key: `purchase-${index + 1}`,
      cryptoStatus,
      ...(returned ? { returned } : {}),
      ...times.transactions[index],
    };
  });
}

function listLinkedClients(links: AccountPlan['links'], clients: readonly string[]): string[] {
  switch (links) {
    case 'first client':
      return clients.slice(0, 1);
    case 'other clients':
      return clients.slice(1);
    case 'all clients':
      return [...clients];
  }
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A timestamp has four digits for the year. */
const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00.000Z');

/** Shortest and longest durations, in milliseconds. */
const AGE = { min: DAY, max: 730 * DAY };
const SETTLEMENT = { min: HOUR, max: 5 * DAY };
const RETURN = { min: 5 * DAY, max: 60 * DAY };

/** Draws times up to `now` for an account and its transactions, the oldest first (§2.4). */
export function drawTimes(faker: Faker, states: readonly TransactionState[], now: number) {
  const created = Math.max(FIRST_INSTANT, now - faker.number.int(AGE));
  const submissions = states
    .map(() => faker.number.int({ min: created, max: now }))
    .sort((a, b) => a - b);
  const changes = states.map((state, index) =>
    Math.min(now, (submissions[index] ?? created) + drawDelay(faker, state)),
  );
  return {
    createTime: formatTimestamp(created),
    updateTime: formatTimestamp(Math.max(created, ...changes)),
    transactions: submissions.map((submitted, index) => ({
      createTime: formatTimestamp(submitted),
      updateTime: formatTimestamp(changes[index] ?? submitted),
    })),
  };
}

function drawDelay(faker: Faker, state: TransactionState): number {
  switch (state) {
    case 'PENDING':
      return 0;
    case 'COMPLETE':
    case 'FAILED':
      return faker.number.int(SETTLEMENT);
    case 'returned':
      return faker.number.int(RETURN);
  }
}
