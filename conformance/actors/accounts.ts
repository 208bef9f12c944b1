/** Manages the accounts of the settings and the identities that the run may use. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomInt } from 'node:crypto';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { hasFlags, hasFraudFlag } from '../declared-accounts.ts';
import { NotTested } from '../outcomes.ts';
import type { ConformSettings, DeclaredAccount } from '../settings.ts';
import { SigningWallet } from './signing-wallet.ts';

/**
 * Area codes in use. Their numbers 555-0100 to 555-0199 are reserved for fiction; a deployment may reject
 * unknown area codes (§2.5).
 */
const AREA_CODES = `
  201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 239
  240 248 251 252 253 254 256 260 262 267 269 270 276 281 301 302 303 304 305 307 308 309 310 312
  313 314 315 316 317 318 319 320 321 323 325 330 331 334 336 337 339 347 351 352 360 361 385 386
  401 402 404 405 406 407 408 409 410 412 413 414 415 417 419 423 424 425 430 432 434 435 440 443
  469 470 475 478 479 480 484 501 502 503 504 505 507 508 509 510 512 513 515 516 517 518 520 530
  540 541 551 559 561 562 563 567 570 571 573 574 575 580 585 586 601 602 603 605 606 607 608 609
  610 612 614 615 616 617 618 619 620 623 626 630 631 636 641 646 650 651 660 661 662 678 682 701
  702 703 704 706 707 708 712 713 714 715 716 717 718 719 720 724 727 731 732 734 740 754 757 760
  762 763 765 769 770 772 773 774 775 779 781 785 786 801 802 803 804 805 806 808 810 812 813 814
  815 816 817 818 828 830 831 832 843 845 847 848 850 856 857 858 859 860 862 863 864 865 870 878
  901 903 904 906 907 908 909 910 912 913 914 915 916 917 918 919 920 925 928 931 936 937 940 941
  949 951 952 954 956 970 971 972 973 978 979 980 985 989
`
  .trim()
  .split(/\s+/);

/**
 * Reserved domains in existing top-level domains: a deployment may reject other top-level domains
 * (§2.6).
 */
const FICTIONAL_DOMAINS = ['example.com', 'conform.example.org', 'mail.example.net'];

export class Identities {
  readonly #settings: ConformSettings;
  readonly #wallets: ReadonlyMap<DeclaredAccount, SigningWallet>;

  /** Detected networks of declared wallets, by the address in lower case. */
  readonly #networks = new Map<string, string>();
  /** Networks or types of the generated wallets, by the address in lower case. */
  readonly #names = new Map<string, string>();
  /** Networks and types by which a new wallet signed in. */
  readonly #accepted = new Set<string>();
  #checksRun = false;
  /** Declared wallets without a user, in lower case. */
  readonly #notFound = new Set<string>();
  /** Wallet of the user to whom a number is assigned, by the number. */
  readonly #owners = new Map<string, SigningWallet>();
  readonly #busy = new Map<string, Promise<unknown>>();
  /** Identities that the current asynchronous task has locked. */
  readonly #held = new AsyncLocalStorage<readonly string[]>();
  /** Destinations that the run generated. */
  readonly #taken = new Set<string>();
  /** Number of given destinations reserved by checks, by channel. */
  readonly #reserved = new Map<OtpChannel, number>();
  /** Channels that send codes only to the destinations of known users. */
  readonly #forUsersOnly = new Set<OtpChannel>();
  #addressesGenerated = randomInt(26);

  constructor(settings: ConformSettings) {
    this.#settings = settings;
    this.#wallets = new Map(
      settings.accounts.flatMap((account) =>
        account.privateKey === null ? [] : [[account, new SigningWallet(account.privateKey)]],
      ),
    );
  }

  /** Whether the run uses identities of the settings, whose number is limited. */
  get areScarce(): boolean {
    const { destinations, target } = this.#settings;
    return destinations !== null || !isLoopback(target) || this.#forUsersOnly.size > 0;
  }

  /**
   * Sets whether the codes of a channel are sent to declared accounts only.
   *
   * @returns whether this changes anything: an account has a destination, and generated
   * destinations were used
   */
  sendToUsersOnly(channel: OtpChannel, isOnly: boolean): boolean {
    if (!isOnly) return this.#forUsersOnly.delete(channel);
    const canGenerate = this.#settings.destinations === null && isLoopback(this.#settings.target);
    const isPossible = canGenerate && this.#declared(channel).length > 0;
    if (!isPossible || this.#forUsersOnly.has(channel)) return false;
    this.#forUsersOnly.add(channel);
    return true;
  }

  walletOf(account: DeclaredAccount): SigningWallet | null {
    return this.#wallets.get(account) ?? null;
  }

  /**
   * Returns the network of a wallet: ETHEREUM, unless the deployment knows the wallet only by
   * another network (§2.2).
   */
  networkOf(address: string): string {
    return this.#networks.get(address.toLowerCase()) ?? 'ETHEREUM';
  }

  /**
   * Returns the wallet of the user whose session first sent a code to the number; undefined if
   * there is none.
   */
  ownerOf(phoneNumber: string): SigningWallet | undefined {
    return this.#owners.get(phoneNumber);
  }

  ownedBy(wallet: SigningWallet, phoneNumber: string): void {
    this.#owners.set(phoneNumber, wallet);
  }

  /** Records a network or type by which a new wallet signed in; ignored once the checks run. */
  signedInBy(name: string): void {
    if (!this.#checksRun) this.#accepted.add(name);
  }

  /** Stops recording names, so that later choices are the same in every run. */
  checksBegin(): void {
    this.#checksRun = true;
  }

  /**
   * Returns the network or type for a new wallet. Rules apply to every accepted name, so checks
   * alternate between them; a wallet always gets the same name.
   *
   * @param turn 0 for the default
   */
  nameOf(address: string, turn: number, usual: string): string {
    const key = address.toLowerCase();
    const given = this.#networks.get(key) ?? this.#names.get(key);
    if (given !== undefined || turn === 0 || this.isDeclared(address)) return given ?? usual;
    const names = [...new Set([usual, ...this.#accepted])].toSorted();
    const name = names[turn % names.length] ?? usual;
    this.#names.set(key, name);
    return name;
  }

  /** Records the network by which the deployment knows a wallet. */
  foundOn(network: string, { address }: SigningWallet): void {
    this.#networks.set(address.toLowerCase(), network);
  }

  /** Records that the deployment does not know a declared wallet by any network. */
  notFound(wallet: SigningWallet): void {
    this.#notFound.add(wallet.address.toLowerCase());
  }

  accounts(matches: (account: DeclaredAccount) => boolean = () => true): DeclaredAccount[] {
    return this.#settings.accounts.filter(matches);
  }

  /**
   * Returns accounts without a Fraud flag: such a flag restricts writes (§7.4), and a sign-in may
   * be a write.
   */
  unrestricted(): DeclaredAccount[] {
    return this.accounts((account) => !hasFraudFlag(account));
  }

  /**
   * Returns the wallets of declared accounts that sign in by wallet: those that were found, or all
   * if none was found.
   */
  wallets(): readonly SigningWallet[] {
    return this.#signingByWallet().map(({ wallet }) => wallet);
  }

  /** Returns whether an address or a number belongs to a declared account. */
  isDeclared(identity: string): boolean {
    return this.#settings.accounts.some(
      (account) =>
        account.phoneNumber === identity ||
        account.emailAddress === identity ||
        this.walletOf(account)?.address === identity,
    );
  }

  /**
   * Runs `work` with an exclusive lock on the identity, for operations such as signing in. The lock
   * is reentrant: `work` may lock the identity again.
   */
  async oneAtATime<T>(identity: string, work: () => Promise<T>): Promise<T> {
    const held = this.#held.getStore() ?? [];
    if (held.includes(identity)) return work();
    const locked = () => this.#held.run([...held, identity], work);
    const before = this.#busy.get(identity) ?? Promise.resolve();
    const mine = before.then(locked, locked);
    this.#busy.set(identity, mine);
    return mine;
  }

  /**
   * Returns the wallet of a declared account that signs in by wallet and has no Fraud flag.
   *
   * @throws NotTested if there is none
   */
  knownWallet(): SigningWallet {
    const usable = this.#signingByWallet();
    const unrestricted = this.unrestricted();
    const free =
      usable.find(({ account }) => !hasFlags(account)) ??
      usable.find(({ account }) => unrestricted.includes(account)) ??
      usable[0];
    if (!free) throw new NotTested('needs accounts[].privateKey', 'settings');
    return free.wallet;
  }

  #signingByWallet(): { account: DeclaredAccount; wallet: SigningWallet }[] {
    const declared = [...this.#wallets].map(([account, wallet]) => ({ account, wallet }));
    const found = declared.filter(
      ({ wallet }) => !this.#notFound.has(wallet.address.toLowerCase()),
    );
    return found.length > 0 ? found : declared;
  }

  /**
   * Returns different destinations for one-time passwords.
   *
   * @param known whether they must belong to users
   * @throws NotTested if there are too few
   */
  destinations(channel: OtpChannel, count: number, known: boolean): readonly string[] {
    const { destinations, target } = this.#settings;
    const name = channel === 'sms' ? 'phoneNumbers' : 'emailAddresses';
    const declared = this.#declared(channel);
    const given = destinations?.[name] ?? [];
    const ofUsers = known || this.#forUsersOnly.has(channel);
    if (destinations === null && isLoopback(target) && !ofUsers) {
      return Array.from({ length: count }, () => this.generated(channel));
    }
    const usable = [...new Set(ofUsers ? [...declared, ...given] : [...given, ...declared])];
    if (usable.length < count) {
      const more = count === 1 ? '' : ` (${count} of them)`;
      throw new NotTested(`needs destinations.${name}${more}`, 'settings');
    }
    return usable.slice(0, count);
  }

  /** Returns the destinations that the settings provide for codes. */
  given(channel: OtpChannel): readonly string[] {
    const { destinations } = this.#settings;
    const given = destinations?.[channel === 'sms' ? 'phoneNumbers' : 'emailAddresses'];
    return [...new Set(given ?? [])];
  }

  /**
   * Returns a destination that no other check uses at the same time, and a different one for each
   * check while unused ones remain. The first two given destinations, and the first of a declared
   * account, are reserved for checks that leave a code unused.
   *
   * @returns null if too few are given and declared
   */
  reserved(
    channel: OtpChannel,
    purpose: 'used codes' | 'wrong codes' | 'once',
    except?: string,
  ): string | null {
    const [usedCodes, ...others] = this.#reservable(channel);
    const wrongCodes = others.pop();
    if (purpose === 'used codes') return usedCodes ?? null;
    if (purpose === 'wrong codes') return wrongCodes ?? null;
    const used = this.#reserved.get(channel) ?? 0;
    this.#reserved.set(channel, used + 1);
    const inTurn = others.map((_, place) => others[(used + place) % others.length]);
    return [...inTurn, usedCodes].find((each) => each !== undefined && each !== except) ?? null;
  }

  /**
   * Returns the given destinations that can be reserved, or destinations of declared accounts if
   * only one or two are given.
   */
  #reservable(channel: OtpChannel): readonly string[] {
    const given = this.given(channel);
    if (given.length > 2) return given.slice(2);
    return [...new Set(this.#declared(channel))].slice(1).filter((each) => !given.includes(each));
  }

  /** Returns the numbers or addresses of accounts whose writes are not restricted (§7.4). */
  #declared(channel: OtpChannel): readonly string[] {
    const field = channel === 'sms' ? 'phoneNumber' : 'emailAddress';
    return this.unrestricted().flatMap((account) => account[field] ?? []);
  }

  isGenerated(destination: string): boolean {
    return this.#taken.has(destination);
  }

  /** Returns whether exactly this number or address is given, declared or generated. */
  isUsed(destination: string): boolean {
    const { destinations } = this.#settings;
    const given = [...(destinations?.phoneNumbers ?? []), ...(destinations?.emailAddresses ?? [])];
    const isKnown = given.includes(destination) || this.isDeclared(destination);
    return isKnown || this.isGenerated(destination);
  }

  /** Registers a destination derived from another one. */
  generatedLike(destination: string): string {
    this.#taken.add(destination);
    return destination;
  }

  /** Returns a newly generated number or address. */
  generated(channel: OtpChannel): string {
    for (;;) {
      const destination =
        channel === 'sms' ? fictionalNumber() : fictionalAddress((this.#addressesGenerated += 1));
      if (this.#taken.has(destination) || this.isDeclared(destination)) continue;
      this.#taken.add(destination);
      return destination;
    }
  }
}

/** Returns a number reserved for fiction (NANP 555-01XX). */
function fictionalNumber(): string {
  const area = AREA_CODES[randomInt(AREA_CODES.length)] ?? '202';
  return `+1${area}55501${String(randomInt(100)).padStart(2, '0')}`;
}

/**
 * Returns an address reserved for fiction (RFC 2606). Successive addresses start and end differently, so
 * that masks reveal which characters they show.
 */
function fictionalAddress(number: number): string {
  const first = String.fromCodePoint(0x61 + (number % 26));
  const domain = FICTIONAL_DOMAINS[number % FICTIONAL_DOMAINS.length] ?? 'example.com';
  return `${first}${randomBytes(6).toString('hex')}-conform@${domain}`;
}

/** Returns whether the target is on this machine. */
export function isLoopback(target: string): boolean {
  const { hostname } = new URL(target);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
