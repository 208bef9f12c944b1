/** Users that are loaded together, and conflicts between them (§5.6). */
import type { Dialect } from '../dialect/dialect.ts';
import { freezeDeeply } from '../documents/freeze-deeply.ts';
import type { Finding } from '../documents/finding.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { getEmailIdentity, getPhoneIdentity, getWalletIdentity } from '../domain/identity.ts';
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

type Kind = keyof typeof RULES;

/** Indexes users by key, id and identity. A value belongs to the first user who has it. */
export class UserCollection {
  readonly index = new UserIndex();
  readonly #dialect: Dialect;
  /** The document of each user; undefined if there is only one document. */
  readonly #documents: Map<string, SourceDocument> | undefined;

  constructor(dialect: Dialect, documentCount: number) {
    this.#dialect = dialect;
    this.#documents = documentCount > 1 ? new Map() : undefined;
  }

  /** Adds a user. @returns a finding for each value that another user has, with pointers into the user */
  add(user: SeededUser, document: SourceDocument): Finding[] {
    const { users, userIdByKey, userIdByIdentity, userIdByTransaction } = this.index;
    const { id, key, phoneNumber, emailAddress, wallets, transactions } = freezeDeeply(user);
    const findings: Finding[] = [];
    const report = (kind: Kind, text: string, pointer: string, ownerId: string) => {
      const owner = users.get(ownerId);
      const isOwn = owner === user;
      const ownerName = kind === 'key' ? 'another user' : `"${owner?.key ?? ownerId}"`;
      const source = this.#documents?.get(ownerId) ?? document;
      const place = source === document || source.file === undefined ? '' : ` in ${source.file}`;
      const { rule, clause, noun } = RULES[kind];
      findings.push({
        rule,
        clause,
        severity: 'error',
        message: isOwn
          ? `Duplicate ${noun} ${text}.`
          : `The ${noun} ${text} already belongs to ${ownerName}${place}.`,
        hint: isOwn ? 'Remove one of the two.' : `Write another ${noun} for one of the two users.`,
        pointer,
      });
    };
    const addValue = (
      ids: Map<string, string>,
      value: string,
      kind: Kind,
      text: string,
      pointer: string,
    ): boolean => {
      const ownerId = ids.get(value);
      if (ownerId === undefined) ids.set(value, id);
      else report(kind, text, pointer, ownerId);
      return ownerId === undefined;
    };

    const isNewKey = key === null || addValue(userIdByKey, key, 'key', `"${key}"`, '/key');
    if (!users.has(id)) {
      users.set(id, user);
      this.#documents?.set(id, document);
    } else if (isNewKey) {
      // Without an id in the document, a user with a duplicate key also has a duplicate id.
      report('id', id, '/id', id);
    }
    const addIdentity = (identity: string, kind: Kind, text: string, pointer = `/${kind}`) =>
      addValue(userIdByIdentity, identity, kind, text, pointer);
    for (const [position, wallet] of wallets.entries()) {
      const identity = getWalletIdentity(wallet, this.#dialect);
      addIdentity(identity, 'wallet', wallet.address, `/wallets/${position}`);
    }
    if (phoneNumber !== null)
      addIdentity(getPhoneIdentity(phoneNumber), 'phoneNumber', phoneNumber);
    if (emailAddress !== null)
      addIdentity(getEmailIdentity(emailAddress), 'emailAddress', emailAddress);
    const ownNames = new Map<string, string>();
    for (const [position, transaction] of transactions.entries()) {
      const pointer = `/transactions/${position}`;
      const name = transaction.key ?? transaction.id;
      const isNewName = addValue(ownNames, name, 'transactionKey', `"${name}"`, `${pointer}/key`);
      if (!isNewName) continue;
      const { id: transactionId } = transaction;
      addValue(userIdByTransaction, transactionId, 'transactionId', transactionId, `${pointer}/id`);
    }
    return findings;
  }
}
