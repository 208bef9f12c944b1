/** The accounts of the settings, and the identities that the run may use. */
import { randomBytes, randomInt } from 'node:crypto';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { NotTested } from '../ends.ts';
import type { ConformSettings, DeclaredAccount } from '../settings.ts';
import { SigningWallet } from './signing-wallet.ts';

/** Area codes whose numbers 555-0100 to 555-0199 are kept for fiction: all but N11. */
const AREA_CODES = Array.from({ length: 800 }, (_, index) => 200 + index).filter(
  (code) => code % 100 !== 11,
);

const FICTIONAL_DOMAINS = ['example.test', 'conform.test', 'mail.example', 'conform.example'];

export class Identities {
  readonly #settings: ConformSettings;
  readonly #wallets: ReadonlyMap<DeclaredAccount, SigningWallet>;

  readonly #busy = new Map<string, Promise<unknown>>();
  /** Made-up destinations that were handed out. */
  readonly #taken = new Set<string>();

  constructor(settings: ConformSettings) {
    this.#settings = settings;
    this.#wallets = new Map(
      settings.accounts.flatMap((account) =>
        account.privateKey === null ? [] : [[account, new SigningWallet(account.privateKey)]],
      ),
    );
  }

  /** Whether identities of the settings are used, of which there are only a few. */
  get areScarce(): boolean {
    return this.#settings.destinations !== null || !isLoopback(this.#settings.target);
  }

  walletOf(account: DeclaredAccount): SigningWallet | null {
    return this.#wallets.get(account) ?? null;
  }

  accounts(matches: (account: DeclaredAccount) => boolean = () => true): DeclaredAccount[] {
    return this.#settings.accounts.filter(matches);
  }

  /** Accounts without a Fraud flag, which forbids writes (§7.4): a sign-in may be one. */
  unrestricted(): DeclaredAccount[] {
    return this.accounts(
      ({ flags }) => !(flags ?? []).some(({ category }) => category === 'Fraud'),
    );
  }

  /** Whether an address or a number belongs to a declared account. */
  isDeclared(identity: string): boolean {
    return this.#settings.accounts.some(
      (account) =>
        account.phoneNumber === identity ||
        account.emailAddress === identity ||
        this.walletOf(account)?.address === identity,
    );
  }

  /** Does what a declared identity can do for one at a time only, such as signing in. */
  async oneAtATime<T>(identity: string, work: () => Promise<T>): Promise<T> {
    const before = this.#busy.get(identity) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#busy.set(identity, mine);
    return mine;
  }

  /**
   * A declared account that signs in by wallet and may be written to.
   *
   * @throws NotTested where there is none
   */
  knownWallet(): SigningWallet {
    const usable = this.accounts((account) => account.privateKey !== null);
    const free = usable.find(({ flags }) => (flags ?? []).length === 0) ?? usable[0];
    const wallet = free && this.walletOf(free);
    if (!wallet) throw new NotTested('needs accounts[].privateKey', 'settings');
    return wallet;
  }

  /**
   * Destinations that one-time passwords may be sent to, each another.
   *
   * @param known whether somebody has to have them
   * @throws NotTested where there are not as many
   */
  destinations(channel: OtpChannel, count: number, known: boolean): readonly string[] {
    const { destinations, target } = this.#settings;
    const name = channel === 'sms' ? 'phoneNumbers' : 'emailAddresses';
    const field = channel === 'sms' ? 'phoneNumber' : 'emailAddress';
    const declared = this.unrestricted().flatMap((account) => account[field] ?? []);
    const given = destinations?.[name] ?? [];
    if (destinations === null && isLoopback(target) && !known) {
      return Array.from({ length: count }, () => this.madeUp(channel));
    }
    const usable = [...new Set(known ? [...declared, ...given] : [...given, ...declared])];
    if (usable.length < count) {
      const more = count === 1 ? '' : ` (${count} of them)`;
      throw new NotTested(`needs destinations.${name}${more}`, 'settings');
    }
    return usable.slice(0, count);
  }

  /** A number or address that nobody has: no declared account, and nothing made up before. */
  madeUp(channel: OtpChannel): string {
    for (;;) {
      const destination = fictional(channel);
      if (this.#taken.has(destination) || this.isDeclared(destination)) continue;
      this.#taken.add(destination);
      return destination;
    }
  }
}

/** A number or address that is kept for fiction (NANP 555-01XX, RFC 2606). */
function fictional(channel: OtpChannel): string {
  if (channel === 'email') return fictionalAddress();
  const area = AREA_CODES[randomInt(AREA_CODES.length)] ?? 202;
  return `+1${area}55501${String(randomInt(100)).padStart(2, '0')}`;
}

/** Addresses begin and end differently, so that masks of them show what they keep. */
function fictionalAddress(): string {
  const first = String.fromCodePoint(0x61 + randomInt(26));
  const domain = FICTIONAL_DOMAINS[randomInt(FICTIONAL_DOMAINS.length)] ?? 'example.test';
  return `${first}${randomBytes(6).toString('hex')}-conform@${domain}`;
}

/** Whether the target is on this machine. */
export function isLoopback(target: string): boolean {
  const { hostname } = new URL(target);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
