/** Unique keys and identities for generated users (§5.6). */
import type { ScenarioUser } from '../../contract/scenario.gen.ts';
import { toChecksumAddress } from '../../ports/address.ts';
import { draw } from '../../ports/draws.ts';
import { getTestWallet } from '../../ports/test-wallets.ts';
import { TimeSlices } from '../../ports/time-slices.ts';
import { getFictionalPhoneNumber } from './fictional-phone-numbers.ts';
import type { Person } from './person.ts';

export type IdentitySupply = Awaited<ReturnType<typeof createIdentitySupply>>;

/** Maximum number of test wallets. Ten times as many exist, but deriving each takes half a millisecond. */
const MAX_TEST_WALLETS = 1000;

/** A reserved domain (RFC 6761 §6.2). */
const EMAIL_DOMAIN = 'example.test';

/** Creates a supply that returns each value once; the same arguments give the same values. */
export async function createIdentitySupply({
  seed,
  name,
  existingUsers,
  walletCount,
}: {
  readonly seed: number;
  readonly name: string;
  readonly existingUsers: readonly ScenarioUser[];
  readonly walletCount: number;
}) {
  const taken = collectTaken(existingUsers);
  const testWallets = await listFreeTestWallets(Math.min(walletCount, MAX_TEST_WALLETS), taken);
  const scope = { seed, workspace: `scenario ${name}` };
  const counts = { keys: 0, phoneNumbers: 0, testWallets: 0, addresses: 0 };
  const sameNames = new Map<string, number>();

  return {
    takeKey: () =>
      takeFirstFree(taken.keys, () => `gen-${String((counts.keys += 1)).padStart(4, '0')}`),
    /** Returns undefined once all numbers that are reserved for fiction are used. */
    takePhoneNumber: () =>
      takeFirstFree(taken.phoneNumbers, () => getFictionalPhoneNumber(counts.phoneNumbers++)),
    takeEmailAddress: (person: Person) =>
      takeFirstFree(taken.emailAddresses, () => {
        const local = createLocalPart(person);
        const count = (sameNames.get(local) ?? 0) + 1;
        sameNames.set(local, count);
        return `${local}${count === 1 ? '' : `.${count}`}@${EMAIL_DOMAIN}`;
      }),
    /** Returns a test wallet, with which a test can sign; once all are used, an address without a known key. */
    takeWallet: () => {
      const index = testWallets[counts.testWallets++];
      if (index !== undefined) return { wallet: index };
      const address = takeFirstFree(
        taken.addresses,
        () => `0x${draw(scope, 'wallet', '', counts.addresses++).toString('hex', 0, 20)}`,
      );
      return { address: toChecksumAddress(address) };
    },
  };
}

function collectTaken(users: readonly ScenarioUser[]) {
  const wallets = users.flatMap((user) => user.wallets ?? []);
  return {
    keys: new Set(users.map(({ key }) => key)),
    phoneNumbers: new Set(users.flatMap(({ phoneNumber }) => phoneNumber ?? [])),
    emailAddresses: new Set(users.flatMap(({ emailAddress }) => emailAddress?.toLowerCase() ?? [])),
    addresses: new Set(wallets.flatMap((w) => ('address' in w ? w.address.toLowerCase() : []))),
    testWallets: new Set(wallets.flatMap((w) => ('wallet' in w ? w.wallet : []))),
  };
}

async function listFreeTestWallets(
  count: number,
  taken: ReturnType<typeof collectTaken>,
): Promise<readonly number[]> {
  const free: number[] = [];
  const slices = new TimeSlices();
  for (let index = 0; free.length < count && index < MAX_TEST_WALLETS; index += 1) {
    if (slices.isUsedUp) await slices.yieldToEvents();
    if (taken.testWallets.has(index)) continue;
    const { address } = await getTestWallet(index);
    if (!taken.addresses.has(address.toLowerCase())) free.push(index);
  }
  return free;
}

/** Returns `Ann-Marie O'Hara` as `ann-marie.ohara`. */
function createLocalPart({ firstName, lastName }: Person): string {
  return `${firstName}.${lastName}`.toLowerCase().replaceAll(/[^a-z.-]/g, '');
}

function takeFirstFree<Value extends string | undefined>(
  taken: ReadonlySet<string>,
  next: () => Value,
): Value {
  for (;;) {
    const value = next();
    if (value === undefined || !taken.has(value)) return value;
  }
}
