/** Manages the accounts of the settings and the identities that the run may use. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { hasFlags, hasFraudFlag } from '../declared-accounts.ts';
import { createNeed } from '../outcomes.ts';
import type { ConformSettings, DeclaredAccount } from '../settings.ts';
import { GeneratedDestinations } from './generated-destinations.ts';
import { Locks } from './locks.ts';
import { SigningWallet } from './signing-wallet.ts';
import { otpNames } from './operations.ts';

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
  readonly #locks = new Locks<DeclaredAccount | string>();
  readonly #generated = new GeneratedDestinations();
  /** Number of given destinations reserved by checks, by channel. */
  readonly #reserved = new Map<OtpChannel, number>();
  /** Channels that send codes only to the destinations of known users. */
  readonly #forUsersOnly = new Set<OtpChannel>();

  constructor(settings: ConformSettings) {
    this.#settings = settings;
    this.#wallets = new Map(
      settings.accounts.flatMap((account) =>
        account.privateKey === null ? [] : [[account, new SigningWallet(account.privateKey)]],
      ),
    );
  }

  /** Whether the run uses identities of the settings, whose number is limited. */
  get areLimited(): boolean {
    const { destinations, target } = this.#settings;
    return destinations !== null || !isLoopback(target) || this.#forUsersOnly.size > 0;
  }

  /** Sets whether codes are sent to declared accounts only; returns whether this changes anything. */
  sendToUsersOnly(channel: OtpChannel, isOnly: boolean): boolean {
    if (!isOnly) return this.#forUsersOnly.delete(channel);
    const canGenerate = this.#settings.destinations === null && isLoopback(this.#settings.target);
    const isPossible = canGenerate && this.#listDeclared(channel).length > 0;
    if (!isPossible || this.#forUsersOnly.has(channel)) return false;
    this.#forUsersOnly.add(channel);
    return true;
  }

  findWallet(account: DeclaredAccount): SigningWallet | null {
    return this.#wallets.get(account) ?? null;
  }

  /** Returns ETHEREUM, or the only network on which the deployment knows the wallet (§2.2). */
  getNetwork(address: string): string {
    return this.#networks.get(address.toLowerCase()) ?? 'ETHEREUM';
  }

  /** Returns the wallet of the user whose session first sent a code to the number. */
  findOwner(phoneNumber: string): SigningWallet | undefined {
    return this.#owners.get(phoneNumber);
  }

  recordOwner(wallet: SigningWallet, phoneNumber: string): void {
    this.#owners.set(phoneNumber, wallet);
  }

  /** Records a network or type by which a new wallet signed in; ignored once the checks run. */
  recordAcceptedName(name: string): void {
    if (!this.#checksRun) this.#accepted.add(name);
  }

  /** Stops recording names, so that later choices are the same in every run. */
  beginChecks(): void {
    this.#checksRun = true;
  }

  /** Returns the network or type of a wallet, always the same one; turn 0 selects `usual`. */
  chooseName(address: string, turn: number, usual: string): string {
    const key = address.toLowerCase();
    const given = this.#networks.get(key) ?? this.#names.get(key);
    if (given !== undefined || turn === 0 || this.isDeclared(address)) return given ?? usual;
    const names = [...new Set([usual, ...this.#accepted])].toSorted();
    const name = names[turn % names.length] ?? usual;
    this.#names.set(key, name);
    return name;
  }

  recordNetwork(network: string, { address }: SigningWallet): void {
    this.#networks.set(address.toLowerCase(), network);
  }

  recordNotFound(wallet: SigningWallet): void {
    this.#notFound.add(wallet.address.toLowerCase());
  }

  listAccounts(matches: (account: DeclaredAccount) => boolean = () => true): DeclaredAccount[] {
    return this.#settings.accounts.filter(matches);
  }

  /** Returns accounts without a Fraud flag, which may prevent a sign-in (§7.4). */
  listUnrestricted(): DeclaredAccount[] {
    return this.listAccounts((account) => !hasFraudFlag(account));
  }

  /** Returns the declared wallets that were found, or all of them if none was found. */
  listWallets(): readonly SigningWallet[] {
    return this.#listWalletsThatSignIn().map(({ wallet }) => wallet);
  }

  isDeclared(identity: string): boolean {
    return this.#settings.accounts.some(
      (account) =>
        account.phoneNumber === identity ||
        account.emailAddress === identity ||
        this.findWallet(account)?.address === identity,
    );
  }

  /** Runs `work` with a reentrant lock on the user of an account, number or address. */
  runExclusively<T>(identity: DeclaredAccount | string, work: () => Promise<T>): Promise<T> {
    const user = typeof identity === 'string' ? this.#findOwner(identity) : identity;
    return this.#locks.runExclusively(user, work);
  }

  /** Returns the declared account of a number or address, or the identity itself. */
  #findOwner(identity: string): DeclaredAccount | string {
    const [owner] = this.listAccounts(
      ({ phoneNumber, emailAddress }) => phoneNumber === identity || emailAddress === identity,
    );
    return owner ?? identity;
  }

  /** Returns a declared wallet without a Fraud flag; throws NotTested if there is none. */
  getKnownWallet(): SigningWallet {
    const usable = this.#listWalletsThatSignIn();
    const unrestricted = this.listUnrestricted();
    const free =
      usable.find(({ account }) => !hasFlags(account)) ??
      usable.find(({ account }) => unrestricted.includes(account)) ??
      usable[0];
    if (!free) throw createNeed('accounts[].privateKey');
    return free.wallet;
  }

  #listWalletsThatSignIn(): { account: DeclaredAccount; wallet: SigningWallet }[] {
    const declared = [...this.#wallets].map(([account, wallet]) => ({ account, wallet }));
    const found = declared.filter(
      ({ wallet }) => !this.#notFound.has(wallet.address.toLowerCase()),
    );
    return found.length > 0 ? found : declared;
  }

  /** Returns different destinations, of users if `known`; throws NotTested if there are too few. */
  listDestinations(channel: OtpChannel, count: number, known: boolean): readonly string[] {
    const { destinations, target } = this.#settings;
    const name = otpNames[channel].setting;
    const declared = this.#listDeclared(channel);
    const given = destinations?.[name] ?? [];
    const ofUsers = known || this.#forUsersOnly.has(channel);
    if (destinations === null && isLoopback(target) && !ofUsers) {
      return Array.from({ length: count }, () => this.generateDestination(channel));
    }
    const usable = [...new Set(ofUsers ? [...declared, ...given] : [...given, ...declared])];
    if (usable.length < count) {
      const more = count === 1 ? '' : ` (${count} of them)`;
      throw createNeed(`destinations.${name}${more}`);
    }
    return usable.slice(0, count);
  }

  listConfiguredDestinations(channel: OtpChannel): readonly string[] {
    return [...new Set(this.#settings.destinations?.[otpNames[channel].setting])];
  }

  /** Returns a destination that no other check uses at the same time; null if there are too few. */
  reserveDestination(
    channel: OtpChannel,
    purpose: 'used codes' | 'wrong codes' | 'once',
    except?: string,
  ): string | null {
    const [usedCodes, ...others] = this.#listReservable(channel);
    const wrongCodes = others.pop();
    if (purpose === 'used codes') return usedCodes ?? null;
    if (purpose === 'wrong codes') return wrongCodes ?? null;
    const used = this.#reserved.get(channel) ?? 0;
    this.#reserved.set(channel, used + 1);
    const inTurn = others.map((_, place) => others[(used + place) % others.length]);
    return (
      [...inTurn, usedCodes].find(
        (destination) => destination !== undefined && destination !== except,
      ) ?? null
    );
  }

  /** Returns destinations without the first ones, which belong to checks that leave a code unused. */
  #listReservable(channel: OtpChannel): readonly string[] {
    const given = this.listConfiguredDestinations(channel);
    if (given.length > 2) return given.slice(2);
    return [...new Set(this.#listDeclared(channel))]
      .slice(1)
      .filter((destination) => !given.includes(destination));
  }

  /** Returns the numbers or addresses of accounts whose writes are not restricted (§7.4). */
  #listDeclared(channel: OtpChannel): readonly string[] {
    const { destination } = otpNames[channel];
    return this.listUnrestricted().flatMap((account) => account[destination] ?? []);
  }

  isGenerated(destination: string): boolean {
    return this.#generated.has(destination);
  }

  /** Returns whether exactly this number or address is given, declared or generated. */
  isUsed(destination: string): boolean {
    const { destinations } = this.#settings;
    const given = [...(destinations?.phoneNumbers ?? []), ...(destinations?.emailAddresses ?? [])];
    const isKnown = given.includes(destination) || this.isDeclared(destination);
    return isKnown || this.isGenerated(destination);
  }

  registerGenerated(destination: string): string {
    return this.#generated.add(destination);
  }

  generateDestination(channel: OtpChannel): string {
    const numbers = this.listAccounts().flatMap(({ phoneNumber }) => phoneNumber ?? []);
    return this.#generated.create(channel, {
      isTaken: (destination) => this.isDeclared(destination),
      numbers,
    });
  }
}

export function isLoopback(target: string): boolean {
  const { hostname } = new URL(target);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
