/** Findings about a single user of a scenario. */
import { nearestTo } from '../did-you-mean.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Finding } from '../documents/finding.ts';
import { partsOf } from '../documents/pointer.ts';
import { illegalities } from '../domain/legality.ts';
import { checksumAddress, hasValidChecksum } from '../ports/address.ts';
import type { SeededUser, Wallet } from '../domain/records.ts';

interface Context {
  readonly dialect: Dialect;
  /** Undefined if the clients are malformed. */
  readonly clientIds: ReadonlySet<string> | undefined;
}

/** Pointers lead into the user. */
export function userFindings(user: SeededUser, { dialect, clientIds }: Context): Finding[] {
  return [
    ...illegalities(user, dialect).map((found) => withNearestCode(found, user, dialect)),
    ...identityFindings(user),
    ...user.wallets.flatMap((wallet, at) => [...walletFindings(wallet, `/wallets/${at}`, dialect)]),
    ...timeFindings(user, ''),
    ...user.transactions.flatMap((transaction, at) => [
      ...timeFindings(transaction, `/transactions/${at}`),
    ]),
    ...orderFindings(user),
    ...linkFindings(user, clientIds),
  ];
}

/** The domain lists the codes there are; who mistyped one has an easier way to find it. */
function withNearestCode(found: Finding, { flags }: SeededUser, dialect: Dialect): Finding {
  if (found.rule !== 'unknown-flag') return found;
  return {
    ...found,
    // Of many findings few are shown.
    get hint() {
      const [, at] = partsOf(found.pointer);
      const codes = dialect.flags.catalogue.map(({ code }) => code);
      const nearest = nearestTo(flags[Number(at)] ?? '', codes);
      return nearest === undefined ? found.hint : `Did you mean ${nearest}?`;
    },
  };
}

/** §5.6: an account is found by a wallet, a phone number or an email address. */
function* identityFindings(user: SeededUser): Generator<Finding> {
  if (user.wallets.length > 0 || user.phoneNumber !== null || user.emailAddress !== null) return;
  yield {
    rule: 'no-identity',
    clause: '5.6',
    severity: 'warning',
    message: 'The user cannot sign in.',
    hint: 'Add a wallet, a phoneNumber or an emailAddress.',
    pointer: '/key',
  };
}

/** §2.2 */
function* walletFindings(wallet: Wallet, pointer: string, dialect: Dialect): Generator<Finding> {
  const { address, type } = wallet;
  if (dialect.wallet.checksum === 'verify' && !hasValidChecksum(address)) {
    yield {
      rule: 'address-checksum',
      clause: '2.2',
      severity: 'error',
      message: `The checksum of "${address}" is wrong (EIP-55).`,
      hint: `If the address is correct, write ${checksumAddress(address)}.`,
      pointer: `${pointer}/address`,
    };
  }
  if (type !== null && !dialect.wallet.types.includes(type)) {
    yield {
      rule: 'unknown-wallet-type',
      clause: '2.2',
      severity: 'error',
      message: `Unknown wallet type "${type}": not in wallet.types of the dialect.`,
      hint: suggestion(type, dialect.wallet.types),
      pointer: `${pointer}/type`,
    };
  }
}

/** §2.4. A workspace whose clock was behind its scenario can come to this, so it loads. */
function* timeFindings(
  { createTime, updateTime }: Pick<SeededUser, 'createTime' | 'updateTime'>,
  pointer: string,
): Generator<Finding> {
  if (createTime === null || updateTime === null || createTime <= updateTime) return;
  yield {
    rule: 'updated-before-created',
    clause: '2.4',
    severity: 'warning',
    message: 'The updateTime is before the createTime.',
    hint: `Set it to ${createTime} or later, or remove it.`,
    pointer: `${pointer}/updateTime`,
  };
}

/** §7.3: the history is listed oldest first. As with `timeFindings`, a workspace can come to this. */
function* orderFindings({ transactions }: SeededUser): Generator<Finding> {
  let latest: string | null = null;
  for (const [at, { createTime }] of transactions.entries()) {
    if (latest !== null && createTime !== null && createTime < latest) {
      yield {
        rule: 'transactions-out-of-order',
        clause: '7.3',
        severity: 'warning',
        message: 'The transaction is older than a preceding one.',
        hint: 'List transactions from oldest to newest.',
        pointer: `/transactions/${at}/createTime`,
      };
    }
    latest = createTime ?? latest;
  }
}

/** §5.6 */
function* linkFindings(
  { linkedClients }: SeededUser,
  clientIds: ReadonlySet<string> | undefined,
): Generator<Finding> {
  if (clientIds === undefined) return;
  for (const [at, id] of linkedClients.entries()) {
    if (clientIds.has(id)) continue;
    yield {
      rule: 'unknown-client',
      clause: '5.6',
      severity: 'error',
      message: `Unknown client "${id}".`,
      get hint() {
        return suggestion(id, [...clientIds]);
      },
      pointer: `/linkedClients/${at}`,
    };
  }
}

function suggestion(written: string, known: readonly string[]): string {
  const nearest = nearestTo(written, known);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  const more = known.length > NAMED ? ` and ${known.length - NAMED} more` : '';
  return `Known clients: ${known.slice(0, NAMED).join(', ')}${more}.`;
}

/** How many names a hint lists. */
const NAMED = 12;
