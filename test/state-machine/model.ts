/** A small model of a sandbox: the states of accounts (§3), and which requests are rejected. */
import { applyEvent, FLAGGED_STATES, transactionRows, walletRows } from './rules.ts';

/** `accepted`, or the rule or error code of a rejection, such as `bearer`. */
export type Verdict = string;

export interface Person {
  /** Copied from the sandbox, which creates it. */
  id: string | undefined;
  /** The status of each wallet by its address. */
  readonly wallets: Map<string, string>;
  phoneNumber: string | null;
  emailAddress: string | null;
  kyc: string | null;
  readonly flags: string[];
  readonly transactions: Transaction[];
  readonly linkedClients: string[];
}

export interface Transaction {
  /** Copied from the sandbox, which creates it. */
  id: string | undefined;
  state: string;
  settles: { readonly at: number; readonly outcome: Outcome } | null;
}

export type Outcome = 'success' | 'failure';
/** Where a code is sent. */
export interface Destination {
  readonly channel: 'sms' | 'email';
  readonly address: string;
}

interface OneTimePassword {
  readonly expiresAt: number;
  state: 'pending' | 'used';
  wrongTries: number;
}

const MINUTE = 60_000;
const ACCEPTED: Verdict = 'accepted';

export const ADA = 'ada@example.test';
export const BEN = '+12025550101';

/** The two initial accounts, with test wallets 0 and 1. */
export const scenario = {
  name: 'model',
  users: [
    { key: 'ada', emailAddress: ADA, wallets: [{ wallet: 0 }] },
    {
      key: 'ben',
      phoneNumber: BEN,
      wallets: [{ wallet: 1, status: 'unverified' }],
      kyc: { status: 'IN_REVIEW' },
      flags: ['K1001'],
      transactions: [{ key: 't', cryptoStatus: 'COMPLETE' }],
    },
  ],
};

export class Model {
  /** Milliseconds since the clock was stopped. */
  #now = 0;
  readonly #addresses: readonly string[];
  #people: Person[] = [];
  readonly #challenges = new Map<string, number>();
  readonly #passwords = new Map<string, OneTimePassword>();
  readonly #sessions = new Map<string, { readonly person: Person; readonly expiresAt: number }>();
  /** By client, the user of its last sign-in, whose session may have expired. */
  readonly #lastPeople = new Map<string, Person>();

  /** @param addresses of the test wallets, by their index */
  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
    this.reset();
  }

  get people(): readonly Person[] {
    return this.#people;
  }

  get transactions(): readonly Transaction[] {
    return this.#people.flatMap(({ transactions }) => transactions);
  }

  /** Returns the user of the last session of a client; undefined when it has expired (§5.8). */
  findSignedIn(clientId: string): Person | undefined {
    const session = this.#sessions.get(clientId);
    return session !== undefined && session.expiresAt > this.#now ? session.person : undefined;
  }

  reset(): Verdict {
    const [ada = '', ben = ''] = this.#addresses;
    this.#people = [
      {
        ...createPerson(),
        emailAddress: ADA,
        wallets: new Map([[ada, 'verified']]),
        linkedClients: ['wallet-app'],
      },
      {
        ...createPerson(),
        phoneNumber: BEN,
        wallets: new Map([[ben, 'unverified']]),
        kyc: 'IN_REVIEW',
        flags: ['K1001'],
        transactions: [{ id: undefined, state: 'COMPLETE', settles: null }],
        linkedClients: ['wallet-app'],
      },
    ];
    this.#challenges.clear();
    this.#passwords.clear();
    this.#sessions.clear();
    this.#lastPeople.clear();
    return ACCEPTED;
  }

  /** Settles the transactions that are due after the time has passed, earliest first. */
  wait(milliseconds: number): Verdict {
    this.#now += milliseconds;
    for (const person of this.#people) {
      const due = person.transactions
        .filter(({ settles }) => settles !== null && settles.at <= this.#now)
        .sort((a, b) => (a.settles?.at ?? 0) - (b.settles?.at ?? 0));
      for (const transaction of due) {
        this.#apply(transaction, transaction.settles?.outcome ?? 'success', 'T1001');
      }
    }
    return ACCEPTED;
  }

  start(clientId: string, address: string): Verdict {
    this.#challenges.set(`${clientId} ${address}`, this.#now + 5 * MINUTE);
    return ACCEPTED;
  }

  authenticate(clientId: string, address: string, isSigned: boolean): Verdict {
    const expiresAt = this.#challenges.get(`${clientId} ${address}`);
    if (expiresAt === undefined) return 'challengeUnknown';
    if (expiresAt <= this.#now) return 'challengeExpired';
    if (!isSigned) return 'signature';

    const owner = this.#findOwner(({ wallets }) => wallets.has(address));
    const status = owner?.wallets.get(address) ?? 'none';
    if (owner !== undefined && isFraudulent(owner) && status === 'unverified') {
      return 'flagRestricts';
    }
    this.#challenges.delete(`${clientId} ${address}`);
    const person = owner ?? this.#signUp();
    person.wallets.set(address, applyEvent(walletRows, 'authenticated', status) ?? status);
    return this.#signIn(clientId, person);
  }

  add(clientId: string, address: string, hasSession: boolean): Verdict {
    const person = hasSession ? this.findSignedIn(clientId) : this.#lastPeople.get(clientId);
    if (person === undefined) return 'bearer';
    if (person.wallets.has(address)) return ACCEPTED;
    if (isFraudulent(person)) return 'flagRestricts';
    if (this.#findOwner(({ wallets }) => wallets.has(address)) !== undefined)
      return 'identityTaken';
    person.wallets.set(address, applyEvent(walletRows, 'added', 'none') ?? 'none');
    return ACCEPTED;
  }

  send(clientId: string, { channel, address }: Destination): Verdict {
    this.#passwords.set(`${clientId} ${channel} ${address}`, {
      expiresAt: this.#now + 10 * MINUTE,
      state: 'pending',
      wrongTries: 0,
    });
    return ACCEPTED;
  }

  authenticateByCode(
    clientId: string,
    { channel, address }: Destination,
    isCorrect: boolean,
  ): Verdict {
    const password = this.#passwords.get(`${clientId} ${channel} ${address}`);
    if (password === undefined || password.state === 'used') return 'otpWrong';
    if (password.expiresAt <= this.#now) return isCorrect ? 'otpExpired' : 'otpWrong';
    if (password.wrongTries >= 5) return 'otpLocked';
    if (!isCorrect) {
      password.wrongTries += 1;
      return 'otpWrong';
    }
    password.state = 'used';
    const field = channel === 'sms' ? 'phoneNumber' : 'emailAddress';
    const person = this.#findOwner((candidate) => candidate[field] === address) ?? this.#signUp();
    person[field] = address;
    return this.#signIn(clientId, person);
  }

  read(clientId: string): Verdict {
    return this.findSignedIn(clientId) === undefined ? 'bearer' : ACCEPTED;
  }

  submitKyc(person: Person, outcome: string): Verdict {
    if (isFraudulent(person)) return 'fraud-restricts-writes';
    person.kyc = outcome;
    return ACCEPTED;
  }

  changeFlag(person: Person, change: 'add' | 'remove', code: string): Verdict {
    const flags = new Set(person.flags);
    if (change === 'add') flags.add(code);
    else flags.delete(code);

    const hasProcessingFlag = [...flags].some((flag) => flag.startsWith('T'));
    const states = person.transactions.map(({ state }) => state);
    if (hasProcessingFlag && !states.some((state) => FLAGGED_STATES.includes(state))) {
      return 'flag-without-failure';
    }
    if (!hasProcessingFlag && states.includes('FAILED')) return 'failed-without-flag';
    person.flags.splice(0, Infinity, ...flags);
    return ACCEPTED;
  }

  submit(
    person: Person,
    settles: { readonly after: number; readonly outcome: Outcome } | null,
  ): Verdict {
    if (isFraudulent(person)) return 'fraud-restricts-writes';
    const at = this.#now + (settles?.after ?? 0);
    person.transactions.push({
      id: undefined,
      state: applyEvent(transactionRows, 'submitted', 'none') ?? 'none',
      settles: settles && { at, outcome: settles.outcome },
    });
    return ACCEPTED;
  }

  settle(transaction: Transaction, outcome: Outcome): Verdict {
    return this.#apply(transaction, outcome, 'T1001');
  }

  return(transaction: Transaction): Verdict {
    return this.#apply(transaction, 'returned', 'T1002');
  }

  #apply(transaction: Transaction, event: keyof typeof transactionRows, flag: string): Verdict {
    const state = applyEvent(transactionRows, event, transaction.state);
    if (state === undefined) return 'crypto-status-transition';
    transaction.state = state;
    transaction.settles = null;
    const person = this.#findOwner(({ transactions }) => transactions.includes(transaction));
    const isFlagMissing = person?.flags.includes(flag) === false;
    if (FLAGGED_STATES.includes(state) && isFlagMissing) person.flags.push(flag);
    return ACCEPTED;
  }

  #findOwner(isOwner: (person: Person) => boolean): Person | undefined {
    return this.#people.find(isOwner);
  }

  #signUp(): Person {
    const person = createPerson();
    this.#people.push(person);
    return person;
  }

  /** Links the client of the sign-in (§5.6). */
  #signIn(clientId: string, person: Person): Verdict {
    if (!person.linkedClients.includes(clientId)) person.linkedClients.push(clientId);
    this.#sessions.set(clientId, { person, expiresAt: this.#now + 60 * MINUTE });
    this.#lastPeople.set(clientId, person);
    return ACCEPTED;
  }
}

function createPerson(): Person {
  return {
    id: undefined,
    wallets: new Map(),
    phoneNumber: null,
    emailAddress: null,
    kyc: null,
    flags: [],
    transactions: [],
    linkedClients: [],
  };
}

/** §7.4 */
function isFraudulent({ flags }: Person): boolean {
  return flags.some((code) => code.startsWith('F1'));
}
