/** Users that are loaded together, and conflicts between them (§5.6). */
import type { Dialect } from '../dialect/dialect.ts';
import { freezeDeeply } from '../documents/freeze-deeply.ts';
import type { Finding } from '../documents/finding.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { getEmailIdentity, getPhoneIdentity, getWalletIdentity } from '../domain/identity.ts';
import type { SeededUser } from '../domain/records.ts';
import type { UserIndex } from '../store/base.ts';

const RULES = {
  key: { rule: 'duplicate-user-key', clause: null, noun: 'key' },
  id: { rule: 'duplicate-id', clause: '2.4', noun: 'id' },
  wallet: { rule: 'duplicate-identity', clause: '5.6', noun: 'wallet' },
  phoneNumber: { rule: 'duplicate-identity', clause: '5.6', noun: 'phone number' },
  emailAddress: { rule: 'duplicate-identity', clause: '5.6', noun: 'email address' },
  transactionKey: { rule: 'duplicate-transaction-key', clause: null, noun: 'transaction key' },
  transactionId: { rule: 'duplicate-id', clause: null, noun: 'transaction id' },
} as const;

/** What to do if one user has a value twice. */
const HINTS: ReadonlyMap<keyof typeof RULES, string> = new Map([
  [
    'wallet',
    'Remove one of the two. An address is one wallet on all networks, unless wallet.identity in the dialect is addressAndNetwork.',
  ],
  ['transactionKey', 'Write another key for one of the two transactions.'],
]);

/** A value that only one user, or one transaction of a user, can have. */
interface UniqueValue {
  readonly kind: keyof typeof RULES;
  /** Normalized. */
  readonly value: string;
  /** The value in messages. */
  readonly text: string;
  readonly pointer: string;
}

/** Indexes users by key, id and identity. A value belongs to the first user who has it. */
export class UserCollection {
  readonly #index: UserIndex;
  readonly #dialect: Dialect;
  /** The document of each user; undefined if there is only one document. */
  readonly #documents: Map<string, SourceDocument> | undefined;

  constructor(index: UserIndex, dialect: Dialect, documentCount: number) {
    this.#index = index;
    this.#dialect = dialect;
    this.#documents = documentCount > 1 ? new Map() : undefined;
  }

  /**
   * Adds a user. @returns a finding for each value that another user, or this user, already has, with
   * pointers into the user
   */
  add(user: SeededUser, document: SourceDocument): Finding[] {
    const { users, userIdByKey, userIdByIdentity, userIdByTransaction } = this.#index;
    const { id, key, transactions } = freezeDeeply(user);
    const findings: Finding[] = [];
    /** Assigns a value to the user, unless it is taken. @returns whether it was free */
    const claim = (idByValue: Map<string, string>, unique: UniqueValue): boolean => {
      const ownerId = idByValue.get(unique.value);
      if (ownerId === undefined) idByValue.set(unique.value, id);
      else findings.push(this.#createConflict(unique, ownerId, user, document));
      return ownerId === undefined;
    };

    const isNewKey =
      key === null ||
      claim(userIdByKey, { kind: 'key', value: key, text: `"${key}"`, pointer: '/key' });
    if (!users.has(id)) {
      users.set(id, user);
      this.#documents?.set(id, document);
    } else if (isNewKey) {
      // A duplicate key is already reported. An id that the document omits is drawn from the key.
      const unique = { kind: 'id', value: id, text: id, pointer: '/id' } as const;
      findings.push(this.#createConflict(unique, id, user, document));
    }
    for (const identity of listIdentities(user, this.#dialect)) claim(userIdByIdentity, identity);
    // Transaction keys are unique within a user only.
    const userIdByTransactionKey = new Map<string, string>();
    for (const [position, transaction] of transactions.entries()) {
      const transactionId = transaction.id;
      const transactionKey = transaction.key ?? transactionId;
      const pointer = `/transactions/${position}`;
      const isNewTransactionKey = claim(userIdByTransactionKey, {
        kind: 'transactionKey',
        value: transactionKey,
        text: `"${transactionKey}"`,
        pointer: `${pointer}/key`,
      });
      const unique = { kind: 'transactionId', value: transactionId, text: transactionId } as const;
      if (isNewTransactionKey) claim(userIdByTransaction, { ...unique, pointer: `${pointer}/id` });
    }
    return findings;
  }

  #createConflict(
    { kind, text, pointer }: UniqueValue,
    ownerId: string,
    user: SeededUser,
    document: SourceDocument,
  ): Finding {
    const { rule, clause, noun } = RULES[kind];
    const owner = this.#index.users.get(ownerId);
    if (owner === user) {
      const message = `Duplicate ${noun} ${text}.`;
      const hint = HINTS.get(kind) ?? 'Remove one of the two.';
      return { rule, clause, severity: 'error', message, hint, pointer };
    }
    const ownerName = kind === 'key' ? 'another user' : `"${owner?.key ?? ownerId}"`;
    const source = this.#documents?.get(ownerId) ?? document;
    const place = source === document || source.file === undefined ? '' : ` in ${source.file}`;
    const message = `The ${noun} ${text} already belongs to ${ownerName}${place}.`;
    const hint = `Write another ${noun} for one of the two users.`;
    return { rule, clause, severity: 'error', message, hint, pointer };
  }
}

function* listIdentities(
  { wallets, phoneNumber, emailAddress }: SeededUser,
  dialect: Dialect,
): Generator<UniqueValue> {
  for (const [position, wallet] of wallets.entries()) {
    const value = getWalletIdentity(wallet, dialect);
    yield { kind: 'wallet', value, text: wallet.address, pointer: `/wallets/${position}` };
  }
  if (phoneNumber !== null) {
    const value = getPhoneIdentity(phoneNumber);
    yield { kind: 'phoneNumber', value, text: phoneNumber, pointer: '/phoneNumber' };
  }
  if (emailAddress !== null) {
    const value = getEmailIdentity(emailAddress);
    yield { kind: 'emailAddress', value, text: emailAddress, pointer: '/emailAddress' };
  }
}
