import { findNearest } from '../did-you-mean.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Finding } from '../documents/finding.ts';
import { parsePointer } from '../documents/pointer.ts';
import { findProblems } from '../domain/legality.ts';
import { toChecksumAddress, isValidAddress } from '../ports/address.ts';
import type { SeededUser, Wallet } from '../domain/records.ts';

const RULES = {
  'no-identity': { clause: '5.6', severity: 'warning' },
  'address-checksum': { clause: '2.2', severity: 'error' },
  'unknown-wallet-type': { clause: '2.2', severity: 'error' },
  'updated-before-created': { clause: '2.4', severity: 'warning' },
  'transactions-out-of-order': { clause: '7.3', severity: 'warning' },
  'unknown-client': { clause: '5.6', severity: 'error' },
} as const;

function createFinding(
  rule: keyof typeof RULES,
  pointer: string,
  { message, hint }: Pick<Finding, 'message' | 'hint'>,
): Finding {
  return { rule, ...RULES[rule], message, hint, pointer };
}

/** Returns findings with pointers into the user. `clientIds` is undefined if the clients are malformed. */
export function checkUser(
  user: SeededUser,
  dialect: Dialect,
  clientIds: ReadonlySet<string> | undefined,
): Finding[] {
  return [
    ...findProblems(user, dialect).map((problem) => suggestNearestCode(problem, user, dialect)),
    ...checkIdentities(user),
    ...user.wallets.flatMap((wallet, index) => [
      ...checkWallet(wallet, `/wallets/${index}`, dialect),
    ]),
    ...checkTimes(user, ''),
    ...user.transactions.flatMap((transaction, index) => [
      ...checkTimes(transaction, `/transactions/${index}`),
    ]),
    ...checkOrder(user),
    ...checkLinks(user, clientIds),
  ];
}

/** Replaces the list of codes in a hint by the most similar code. */
function suggestNearestCode(finding: Finding, { flags }: SeededUser, dialect: Dialect): Finding {
  if (finding.rule !== 'unknown-flag') return finding;
  return {
    ...finding,
    // Computed on demand, since only a few of many findings are shown.
    get hint() {
      const [, index] = parsePointer(finding.pointer);
      const codes = dialect.flags.catalogue.map(({ code }) => code);
      const nearest = findNearest(flags[Number(index)] ?? '', codes);
      return nearest === undefined ? finding.hint : `Did you mean ${nearest}?`;
    },
  };
}

/** §5.6: an account is found by a wallet, a phone number or an email address. */
function* checkIdentities(user: SeededUser): Generator<Finding> {
  if (user.wallets.length > 0 || user.phoneNumber !== null || user.emailAddress !== null) return;
  yield createFinding('no-identity', '/key', {
    message: 'The user cannot sign in.',
    hint: 'Add a wallet, a phoneNumber or an emailAddress.',
  });
}

/** §2.2: the checksum and the type of a wallet are valid. */
function* checkWallet(wallet: Wallet, pointer: string, dialect: Dialect): Generator<Finding> {
  const { address, type } = wallet;
  if (dialect.wallet.checksum === 'verify' && !isValidAddress(address)) {
    yield createFinding('address-checksum', `${pointer}/address`, {
      message: `The checksum of "${address}" is wrong (EIP-55).`,
      hint: `If the address is correct, write ${toChecksumAddress(address)}.`,
    });
  }
  if (type !== null && !dialect.wallet.types.includes(type)) {
    yield createFinding('unknown-wallet-type', `${pointer}/type`, {
      message: `Unknown wallet type "${type}": not in wallet.types of the dialect.`,
      hint: `${formatSuggestion(type, 'types', dialect.wallet.types)} To use this type, add it to wallet.types in the dialect.`,
    });
  }
}

/**
 * §2.4: no update precedes the creation. A warning, because the clock of an exported workspace may have
 * been earlier than the times in its scenario.
 */
function* checkTimes(
  { createTime, updateTime }: Pick<SeededUser, 'createTime' | 'updateTime'>,
  pointer: string,
): Generator<Finding> {
  if (createTime === null || updateTime === null || createTime <= updateTime) return;
  yield createFinding('updated-before-created', `${pointer}/updateTime`, {
    message: 'The updateTime is before the createTime.',
    hint: `Set it to ${createTime} or later, or remove it.`,
  });
}

/** §7.3: the history is listed oldest first. A warning, for the reason in `checkTimes`. */
function* checkOrder({ transactions }: SeededUser): Generator<Finding> {
  let previous: string | null = null;
  for (const [index, { createTime }] of transactions.entries()) {
    if (previous !== null && createTime !== null && createTime < previous) {
      yield createFinding('transactions-out-of-order', `/transactions/${index}/createTime`, {
        message: 'The transaction is older than a preceding one.',
        hint: `List transactions from oldest to newest, or set createTime to ${previous} or later.`,
      });
    }
    previous = createTime ?? previous;
  }
}

/** §5.6: linked clients exist. */
function* checkLinks(
  { linkedClients }: SeededUser,
  clientIds: ReadonlySet<string> | undefined,
): Generator<Finding> {
  if (clientIds === undefined) return;
  for (const [index, id] of linkedClients.entries()) {
    if (clientIds.has(id)) continue;
    yield {
      ...createFinding('unknown-client', `/linkedClients/${index}`, {
        message: `Unknown client "${id}".`,
        hint: null,
      }),
      get hint() {
        return formatSuggestion(id, 'clients', [...clientIds]);
      },
    };
  }
}

function formatSuggestion(written: string, noun: string, known: readonly string[]): string {
  const nearest = findNearest(written, known);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  const more = known.length > MAX_NAMES ? ` and ${known.length - MAX_NAMES} more` : '';
  return `Known ${noun}: ${known.slice(0, MAX_NAMES).join(', ')}${more}.`;
}

const MAX_NAMES = 12;
