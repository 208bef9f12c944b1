/** Users that are loaded together, and what two of them cannot both have (§5.6). */
import type { Dialect } from '../dialect/dialect.ts';
import { deeplyFrozen } from '../documents/deeply-frozen.ts';
import type { Finding } from '../documents/finding.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { emailIdentity, phoneIdentity, walletIdentity } from '../domain/identity.ts';
import type { SeededUser } from '../domain/records.ts';
import { UserIndex } from '../store/base.ts';

const RULES = {
  key: { rule: 'duplicate-user-key', clause: null, noun: 'key' },
  id: { rule: 'duplicate-id', clause: '2.4', noun: 'id' },
  wallet: { rule: 'duplicate-identity', clause: '5.6', noun: 'wallet' },
  phoneNumber: { rule: 'duplicate-identity', clause: '5.6', noun: 'phone number' },
  emailAddress: { rule: 'duplicate-identity', clause: '5.6', noun: 'email address' },
  transactionKey: { rule: 'duplicate-transaction-key', clause: null, noun: 'transaction key' },
  transactionId: { rule: 'duplicate-id', clause: null, noun: 'transaction id' },
} as const;

/** Something that belongs to one user, or to one transaction of it, alone. */
interface Claim {
  readonly kind: keyof typeof RULES;
  /** How it is written: `+12025550143`. */
  readonly written: string;
  /** Into the user. */
  readonly pointer: string;
}

/** Indexes users; the first user with a key, id or identity has it. */
export class Claims {
  readonly index = new UserIndex();
  readonly #dialect: Dialect;
  /** Of each user, if there are several. */
  readonly #documents: Map<string, SourceDocument> | undefined;

  constructor(dialect: Dialect, documents: number) {
    this.#dialect = dialect;
    this.#documents = documents > 1 ? new Map() : undefined;
  }

  /**
   * Adds a user.
   *
   * @returns a finding for each thing that another user has; pointers lead into the user
   */
  add(user: SeededUser, document: SourceDocument): Finding[] {
    const { users, userIdByKey, userIdByIdentity, userIdByTransaction } = this.index;
    const { id, key, phoneNumber, emailAddress } = deeplyFrozen(user);
    const findings: Finding[] = [];
    const report = (claim: Claim, holderId: string) =>
      findings.push(this.#takenFinding(claim, holderId, { user, document }));
    const take = (ids: Map<string, string>, value: string, claim: Claim): boolean => {
      const holderId = ids.get(value);
      if (holderId === undefined) ids.set(value, id);
      else report(claim, holderId);
      return holderId === undefined;
    };

    const isNew =
      key === null || take(userIdByKey, key, { kind: 'key', written: `"${key}"`, pointer: '/key' });
    if (!users.has(id)) {
      users.set(id, user);
      this.#documents?.set(id, document);
    } else if (isNew) {
      // Otherwise the key is the mistake: the id is drawn from it.
      report({ kind: 'id', written: id, pointer: '/id' }, id);
    }
    for (const [at, wallet] of user.wallets.entries()) {
      const claim = { kind: 'wallet', written: wallet.address, pointer: `/wallets/${at}` } as const;
      take(userIdByIdentity, walletIdentity(wallet, this.#dialect), claim);
    }
    if (phoneNumber !== null) {
      const claim = { kind: 'phoneNumber', written: phoneNumber, pointer: '/phoneNumber' } as const;
      take(userIdByIdentity, phoneIdentity(phoneNumber), claim);
    }
    if (emailAddress !== null) {
      const claim = {
        kind: 'emailAddress',
        written: emailAddress,
        pointer: '/emailAddress',
      } as const;
      take(userIdByIdentity, emailIdentity(emailAddress), claim);
    }
    const transactionKeys = new Map<string, string>();
    for (const [at, transaction] of user.transactions.entries()) {
      const pointer = `/transactions/${at}`;
      const written = transaction.key ?? transaction.id;
      const ofKey = {
        kind: 'transactionKey',
        written: `"${written}"`,
        pointer: `${pointer}/key`,
      } as const;
      if (!take(transactionKeys, written, ofKey)) continue;
      const ofId = {
        kind: 'transactionId',
        written: transaction.id,
        pointer: `${pointer}/id`,
      } as const;
      take(userIdByTransaction, transaction.id, ofId);
    }
    return findings;
  }

  #takenFinding(
    { kind, written, pointer }: Claim,
    holderId: string,
    { user, document }: { readonly user: SeededUser; readonly document: SourceDocument },
  ): Finding {
    const { rule, clause, noun } = RULES[kind];
    const holder = this.index.users.get(holderId);
    const isOwn = holder === user;
    const who = kind === 'key' ? 'another user' : `"${holder?.key ?? holderId}"`;
    const from = this.#documents?.get(holderId) ?? document;
    const where = from === document || from.file === undefined ? '' : ` in ${from.file}`;
    return {
      rule,
      clause,
      severity: 'error',
      message: isOwn
        ? `Duplicate ${noun} ${written}.`
        : `The ${noun} ${written} already belongs to ${who}${where}.`,
      hint: isOwn ? 'Remove one of them.' : 'Change one of them.',
      pointer,
    };
  }
}
