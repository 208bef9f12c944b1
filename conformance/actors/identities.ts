/** Manages the accounts of the settings and the identities that the run may use. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { hasFlags, hasFraudFlag } from '../declared-accounts.ts';
import { createSettingError } from '../check-errors.ts';
import type { ConformSettings, DeclaredAccount } from '../settings.ts';
import { GeneratedDestinations } from './generated-destinations.ts';
import { Locks } from './locks.ts';
import { SigningWallet } from './signing-wallet.ts';
import { otpNames } from './operations.ts';

export class Identities {
  readonly #settings: ConformSettings;
  readonly #wallets: ReadonlyMap<DeclaredAccount, SigningWallet>;

  /** The only network on which the deployment accepts a wallet, by the address in lower case. */
  readonly #networks = new Map<string, string>();
  /** The network of all other wallets. */
  #defaultNetwork = 'ETHEREUM';
  /** Networks or types of the generated wallets, by the address in lower case. */
  readonly #generatedKinds = new Map<string, string>();
  /** Networks and types by which a new wallet signed in. */
  readonly #acceptedKinds = new Set<string>();
  #haveChecksBegun = false;
  /** Declared wallets without a user, in lower case. */
  readonly #unknownWallets = new Set<string>();
  /** For each phone number, the wallet of the user whose session was sent with the first SMS send to it (§5.7). */
  readonly owners = new Map<string, SigningWallet>();
  readonly #linked = new Set<string>();
  readonly #locks = new Locks<DeclaredAccount | string>();
  readonly #generated = new GeneratedDestinations();
  /** How often checks have reserved a destination for one use, by channel. */
  readonly #reservations = new Map<OtpChannel, number>();
  /** Channels whose codes are sent only to destinations of declared accounts. */
  readonly #channelsWithoutGeneration = new Set<OtpChannel>();

  constructor(settings: ConformSettings) {
    this.#settings = settings;
    this.#wallets = new Map(
      settings.accounts.flatMap((account) =>
        account.privateKey === null ? [] : [[account, new SigningWallet(account.privateKey)]],
      ),
    );
  }

  /** Whether, on at least one channel, the run generates no destinations and uses only those in its settings. */
  get usesDeclaredDestinations(): boolean {
    return !this.canGenerate || this.#channelsWithoutGeneration.size > 0;
  }

  /** Whether the settings allow generated destinations. */
  get canGenerate(): boolean {
    const { destinations, generateDestinations, target } = this.#settings;
    return generateDestinations ?? (destinations === null && isLoopback(target));
  }

  /** Stops generating destinations for a channel. Returns false if none are generated, or no account has a destination. */
  stopGenerating(channel: OtpChannel): boolean {
    const isPossible = this.canGenerate && this.#listDeclared(channel).length > 0;
    if (!isPossible || this.#channelsWithoutGeneration.has(channel)) return false;
    this.#channelsWithoutGeneration.add(channel);
    return true;
  }

  resumeGenerating(channel: OtpChannel): void {
    this.#channelsWithoutGeneration.delete(channel);
  }

  findWallet(account: DeclaredAccount): SigningWallet | null {
    return this.#wallets.get(account) ?? null;
  }

  /** Returns the only network on which the deployment accepts the wallet, or the default network (§2.2). */
  getNetwork(address: string): string {
    return this.#networks.get(address.toLowerCase()) ?? this.#defaultNetwork;
  }

  /** Records that an account signs in through another client; returns whether it is the first time. */
  addLinked(name: string): boolean {
    const isFirst = !this.#linked.has(name);
    this.#linked.add(name);
    return isFirst;
  }

  /** Records the kind (network or type) of a new wallet that signed in, until the checks begin. */
  recordAcceptedKind(kind: string): void {
    if (!this.#haveChecksBegun) this.#acceptedKinds.add(kind);
  }

  /** Stops recording kinds, so that later choices are the same in every run. */
  beginChecks(): void {
    this.#haveChecksBegun = true;
  }

  /**
   * Returns the network or type to send for a wallet: the stored one, or the default for turn 0 and for a
   * declared wallet. Otherwise `turn` selects the default or an accepted kind, and the choice is stored.
   */
  chooseKind(address: string, turn: number, defaultKind: string): string {
    const key = address.toLowerCase();
    const earlierKind = this.#networks.get(key) ?? this.#generatedKinds.get(key);
    if (earlierKind !== undefined) return earlierKind;
    if (turn === 0 || this.belongsToAccount(address)) return defaultKind;
    const kinds = [...new Set([defaultKind, ...this.#acceptedKinds])].toSorted();
    const kind = kinds[turn % kinds.length] ?? defaultKind;
    this.#generatedKinds.set(key, kind);
    return kind;
  }

  /** Records the only network on which a wallet is accepted. The network of a new wallet becomes the default. */
  recordNetwork(network: string, { address }: SigningWallet): void {
    this.#networks.set(address.toLowerCase(), network);
    if (!this.belongsToAccount(address)) this.#defaultNetwork = network;
  }

  recordUnknownWallet(wallet: SigningWallet): void {
    this.#unknownWallets.add(wallet.address.toLowerCase());
  }

  listAccounts(matches: (account: DeclaredAccount) => boolean = () => true): DeclaredAccount[] {
    return this.#settings.accounts.filter(matches);
  }

  /** Returns accounts without a Fraud flag, which may prevent a sign-in (§7.4). */
  listUnrestricted(): DeclaredAccount[] {
    return this.listAccounts((account) => !hasFraudFlag(account));
  }

  /** Returns the declared wallets except those without a user; all of them if none has a user. */
  listWallets(): readonly SigningWallet[] {
    return this.#listKnownWallets().map(({ wallet }) => wallet);
  }

  belongsToAccount(identity: string): boolean {
    return this.#settings.accounts.some(
      (account) =>
        account.phoneNumber === identity ||
        account.emailAddress === identity ||
        this.findWallet(account)?.address === identity,
    );
  }

  /** Runs `work` with a reentrant lock on the user of an account, phone number or email address. */
  runExclusively<T>(identity: DeclaredAccount | string, work: () => Promise<T>): Promise<T> {
    const user = typeof identity === 'string' ? this.#findDeclaredOwner(identity) : identity;
    return this.#locks.runExclusively(user, work);
  }

  /** Returns the declared account of a phone number or email address, or the identity itself. */
  #findDeclaredOwner(identity: string): DeclaredAccount | string {
    const [owner] = this.listAccounts(
      ({ phoneNumber, emailAddress }) => phoneNumber === identity || emailAddress === identity,
    );
    return owner ?? identity;
  }

  /** Returns a declared wallet, preferably of an account without flags; throws NotTested if none is declared. */
  requireDeclaredWallet(): SigningWallet {
    const known = this.#listKnownWallets();
    const preferred =
      known.find(({ account }) => !hasFlags(account)) ??
      known.find(({ account }) => !hasFraudFlag(account)) ??
      known[0];
    if (!preferred) throw createSettingError('accounts[].privateKey');
    return preferred.wallet;
  }

  #listKnownWallets(): { account: DeclaredAccount; wallet: SigningWallet }[] {
    const declared = [...this.#wallets].map(([account, wallet]) => ({ account, wallet }));
    const known = declared.filter(
      ({ wallet }) => !this.#unknownWallets.has(wallet.address.toLowerCase()),
    );
    return known.length > 0 ? known : declared;
  }

  /** Returns different destinations; throws NotTested if there are too few. */
  listDestinations(
    channel: OtpChannel,
    count: number,
    owner: 'user' | 'anyone',
  ): readonly string[] {
    const mustBelongToUsers = owner === 'user' || this.#channelsWithoutGeneration.has(channel);
    if (this.canGenerate && !mustBelongToUsers) {
      return Array.from({ length: count }, () => this.generateDestination(channel));
    }
    const declared = this.#listDeclared(channel);
    const configured = this.listConfiguredDestinations(channel);
    // Configured destinations may belong to users, too.
    const ordered = mustBelongToUsers ? [...declared, ...configured] : [...configured, ...declared];
    const usable = [...new Set(ordered)];
    if (usable.length < count) {
      const more = count === 1 ? '' : ` (${count} of them)`;
      // After `stopGenerating`, the setting would have no effect.
      const alternative = mustBelongToUsers ? '' : ', or generateDestinations: true';
      throw createSettingError(`destinations.${otpNames[channel].setting}${more}${alternative}`);
    }
    return usable.slice(0, count);
  }

  listConfiguredDestinations(channel: OtpChannel): readonly string[] {
    return [...new Set(this.#settings.destinations?.[otpNames[channel].setting])];
  }

  /**
   * Reserves a destination for a purpose; returns null if there are too few. The first destination is for used
   * codes, the last for wrong codes. For `once` (a single use), returns the destinations between them in turn,
   * but never `except`. If there is no such destination, returns the destination for used codes.
   */
  reserveDestination(
    channel: OtpChannel,
    purpose: 'used codes' | 'wrong codes' | 'once',
    except?: string,
  ): string | null {
    const [forUsedCodes, ...others] = this.#listReservable(channel);
    const forWrongCodes = others.pop();
    if (purpose === 'used codes') return forUsedCodes ?? null;
    if (purpose === 'wrong codes') return forWrongCodes ?? null;
    const turn = this.#reservations.get(channel) ?? 0;
    this.#reservations.set(channel, turn + 1);
    const first = turn % Math.max(1, others.length);
    const candidates = [...others.slice(first), ...others.slice(0, first), forUsedCodes];
    return candidates.find((destination) => destination !== except) ?? null;
  }

  /** Returns the destinations except the first ones, to which other checks send codes. */
  #listReservable(channel: OtpChannel): readonly string[] {
    const configured = this.listConfiguredDestinations(channel);
    if (configured.length > 2) return configured.slice(2);
    return [...new Set(this.#listDeclared(channel))]
      .slice(1)
      .filter((destination) => !configured.includes(destination));
  }

  /** Returns the numbers or addresses of accounts whose writes are not restricted (§7.4). */
  #listDeclared(channel: OtpChannel): readonly string[] {
    const { destination } = otpNames[channel];
    return this.listUnrestricted().flatMap((account) => account[destination] ?? []);
  }

  isGenerated(destination: string): boolean {
    return this.#generated.has(destination);
  }

  isKnownDestination(destination: string): boolean {
    const { destinations } = this.#settings;
    const configured = [destinations?.phoneNumbers, destinations?.emailAddresses].flat();
    return (
      configured.includes(destination) ||
      this.belongsToAccount(destination) ||
      this.isGenerated(destination)
    );
  }

  registerGenerated(destination: string): string {
    return this.#generated.add(destination);
  }

  generateDestination(channel: OtpChannel): string {
    const ends = this.listAccounts().flatMap(({ phoneNumber }) => phoneNumber?.slice(-7) ?? []);
    return this.#generated.create(channel, {
      isTaken: (destination) => this.belongsToAccount(destination),
      numberEnds: new Set(ends),
    });
  }
}

export function isLoopback(target: string): boolean {
  const { hostname } = new URL(target);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
