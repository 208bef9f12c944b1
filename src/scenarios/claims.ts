/** What two users can't both have (§5.6). */
import type { Dialect } from '../dialect/dialect.ts';
import type { Finding } from '../documents/finding.ts';
import type { SourceDocument } from '../documents/source-document.ts';
import { emailIdentity, phoneIdentity, walletIdentity } from '../domain/identity.ts';
import type { SeededUser } from '../domain/records.ts';

/** Something that belongs to one user, or to one transaction of it, alone. */
interface Claim {
  readonly kind: keyof typeof RULES;
  readonly value: string;
  /** Into the user. */
  readonly pointer: string;
  /** For example `phone number`. */
  readonly noun: string;
  /** How it is written: `+12025550143`. */
  readonly written: string;
}

const RULES = {
  key: { rule: 'duplicate-user-key', clause: null },
  id: { rule: 'duplicate-id', clause: '2.4' },
  identity: { rule: 'duplicate-identity', clause: '5.6' },
  transactionKey: { rule: 'duplicate-transaction-key', clause: null },
  transactionId: { rule: 'duplicate-id', clause: null },
} as const;

interface Holder {
  readonly user: SeededUser;
  readonly document: SourceDocument;
}

/** Records the first user with each key, id and identity. */
export class Claims {
  readonly #dialect: Dialect;
  readonly #holders: { readonly [Kind in Claim['kind']]: Map<string, Holder> } = {
    key: new Map(),
    id: new Map(),
    identity: new Map(),
    transactionKey: new Map(),
    transactionId: new Map(),
  };

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /**
   * Takes what a user claims, as far as it is free.
   *
   * @returns a finding for each thing that is taken; pointers lead into the user
   */
  claim(user: SeededUser, document: SourceDocument): Finding[] {
    const findings: Finding[] = [];
    const claimant: Holder = { user, document };
    // Transaction keys are unique for a user alone.
    const holders = { ...this.#holders, transactionKey: new Map<string, Holder>() };
    for (const claims of claimsOf(user, this.#dialect)) {
      for (const claim of claims) {
        const holder = holders[claim.kind].get(claim.value);
        if (holder !== undefined) {
          findings.push(takenFinding(claim, holder, claimant));
          break;
        }
        holders[claim.kind].set(claim.value, claimant);
      }
    }
    return findings;
  }
}

/**
 * Claims in groups: after the first conflict of a group, the others add nothing, since an id may be drawn
 * from a key.
 */
function* claimsOf(user: SeededUser, dialect: Dialect): Generator<readonly Claim[]> {
  const { id, phoneNumber, emailAddress } = user;
  const key = user.key ?? id;
  yield [
    { kind: 'key', value: key, pointer: '/key', noun: 'key', written: `"${key}"` },
    { kind: 'id', value: id, pointer: '/id', noun: 'id', written: id },
  ];
  for (const [at, wallet] of user.wallets.entries()) {
    const value = walletIdentity(wallet, dialect);
    const written = wallet.address;
    yield [{ kind: 'identity', value, pointer: `/wallets/${at}`, noun: 'wallet', written }];
  }
  if (phoneNumber !== null) {
    const value = phoneIdentity(phoneNumber);
    const claim = { value, pointer: '/phoneNumber', noun: 'phone number', written: phoneNumber };
    yield [{ kind: 'identity', ...claim }];
  }
  if (emailAddress !== null) {
    const value = emailIdentity(emailAddress);
    const claim = { value, pointer: '/emailAddress', noun: 'email address', written: emailAddress };
    yield [{ kind: 'identity', ...claim }];
  }
  for (const [at, transaction] of user.transactions.entries()) {
    const pointer = `/transactions/${at}`;
    const value = transaction.key ?? transaction.id;
    const ofKey = { value, pointer: `${pointer}/key`, noun: 'transaction key' };
    const ofId = { value: transaction.id, pointer: `${pointer}/id`, noun: 'transaction id' };
    yield [
      { kind: 'transactionKey', ...ofKey, written: `"${value}"` },
      { kind: 'transactionId', ...ofId, written: transaction.id },
    ];
  }
}

function takenFinding(claim: Claim, holder: Holder, claimant: Holder): Finding {
  const isOwn = holder.user === claimant.user;
  const who = claim.kind === 'key' ? 'another user' : `"${holder.user.key}"`;
  const { file } = holder.document;
  const where = file === undefined || holder.document === claimant.document ? '' : ` in ${file}`;
  return {
    ...RULES[claim.kind],
    severity: 'error',
    message: isOwn
      ? `Duplicate ${claim.noun} ${claim.written}.`
      : `The ${claim.noun} ${claim.written} already belongs to ${who}${where}.`,
    hint: isOwn ? 'Remove one of them.' : 'Change one of them.',
    pointer: claim.pointer,
  };
}
