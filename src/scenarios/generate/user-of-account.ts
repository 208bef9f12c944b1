import type {
  ScenarioPersonalInformation,
  ScenarioTransaction,
  ScenarioUser,
} from '../../contract/scenario.gen.ts';
import { fieldsOfState } from '../../domain/state-tables.ts';
import type { AccountPlan, Links } from './account-plan.ts';
import type { AccountTimes } from './account-times.ts';
import type { IdentitySupply } from './identity-supply.ts';

/** All that is drawn of an account. */
export interface Account {
  readonly plan: AccountPlan;
  readonly person: ScenarioPersonalInformation;
  readonly times: AccountTimes;
}

/**
 * Writes an account down as a user of a scenario.
 *
 * @param clients ids, the first of them where users sign up
 */
export function userOfAccount(
  { plan, person, times }: Account,
  supply: IdentitySupply,
  clients: readonly string[],
): ScenarioUser {
  const { kyc, flags } = plan;
  const { createTime, updateTime } = times;
  return {
    key: supply.key(),
    ...identitiesFor(plan, person, supply),
    personalInformation: personalInformationOf(plan, person),
    ...(kyc === null ? {} : { kyc: { status: kyc } }),
    flags: [...flags],
    transactions: transactionsOf(plan, times),
    linkedClients: linkedClients(plan.links, clients),
    createTime,
    updateTime,
  };
}

/** If no fictional phone number is left, the user gets another way to sign in. */
function identitiesFor(
  { channels, wallets }: AccountPlan,
  person: ScenarioPersonalInformation,
  supply: IdentitySupply,
): Pick<ScenarioUser, 'phoneNumber' | 'emailAddress' | 'wallets'> {
  const phoneNumber = channels.includes('sms') ? supply.phoneNumber() : undefined;
  const isMissed = phoneNumber === undefined && wallets.length === 0;
  const emailAddress =
    channels.includes('email') || isMissed ? supply.emailAddress(person) : undefined;
  return {
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
    ...(emailAddress === undefined ? {} : { emailAddress }),
    wallets: wallets.map(({ variant, status }) => ({ ...supply.wallet(), ...variant, status })),
  };
}

/** A user who has not submitted KYC only has a name. */
function personalInformationOf(
  { kyc }: AccountPlan,
  { firstName, lastName, ...rest }: ScenarioPersonalInformation,
): ScenarioPersonalInformation {
  const name = { ...(firstName && { firstName }), ...(lastName && { lastName }) };
  return kyc === null ? name : { ...name, ...rest };
}

function transactionsOf({ transactions }: AccountPlan, times: AccountTimes): ScenarioTransaction[] {
  return transactions.map((state, at) => {
    const { cryptoStatus, returned } = fieldsOfState(state);
    return {
      key: `purchase-${at + 1}`,
      cryptoStatus,
      ...(returned ? { returned } : {}),
      ...times.transactions[at],
    };
  });
}

/** §5.6 */
function linkedClients(links: Links, clients: readonly string[]): string[] {
  switch (links) {
    case 'first client':
      return clients.slice(0, 1);
    case 'other clients':
      return clients.slice(1);
    case 'all clients':
      return [...clients];
  }
}
