/** Formats a scenario as tables: its users, and the expected UI for each user. */
import type { Dialect } from '../../dialect/dialect.ts';
import { formatDuration } from '../../domain/duration.ts';
import type { Expectations } from '../../domain/expectations.ts';
import { findFlagDefinition } from '../../domain/flags.ts';
import { findTestWallet } from '../../ports/test-wallets.ts';
import type { Base } from '../../store/base.ts';
import type { SeededTransaction, SeededUser, Wallet } from '../../domain/records.ts';
import { pluralize } from '../../pluralize.ts';
import { toVisibleLine } from '../../reporting/text/visible-text.ts';
import { formatColumnTable, wrap, type Cell } from '../text/text-table.ts';

export interface ShownUser extends SeededUser {
  readonly expectations: Expectations;
}

export function formatPage(base: Base, users: readonly ShownUser[], dialect: Dialect): string {
  const expected = users.map(({ expectations }) => expectations);
  const tables = [
    formatAccountTable(users),
    'What a client must show:',
    formatExpectationTable(expected),
    ...formatMessageTable(expected, dialect),
    'The transaction history stays visible under every flag (§7.3).',
  ];
  return `${[...formatHead(base, users.length), ...(users.length === 0 ? [] : tables)].join('\n\n')}\n`;
}

function formatHead({ name, description, clients, clock }: Base, users: number): readonly string[] {
  return [
    toVisibleLine(`${name}: ${description || 'no description.'}`),
    [
      pluralize(users, 'user'),
      `clients ${[...clients.keys()].join(', ')}`,
      `clock ${clock ?? 'real time'}`,
    ].join(' · '),
  ];
}

/** Maximum width of a text in a table, in characters. */
const TEXT_WIDTH = 48;

function formatAccountTable(users: readonly SeededUser[]): string {
  return formatColumnTable(
    ['USER', 'SIGN-IN', 'KYC', 'FLAGS', 'TRANSACTIONS', 'LINKED TO'],
    users.map((user) => [
      [user.key ?? user.id],
      listSignInMethods(user),
      user.kyc === null ? [] : [user.kyc],
      user.flags,
      user.transactions.map(formatTransaction),
      user.linkedClients,
    ]),
  );
}

/** Returns the table of the expected UI, refused writes and next steps (§3, §5.6, §7). */
function formatExpectationTable(all: readonly Expectations[]): string {
  return formatColumnTable(
    ['USER', 'MESSAGES', 'PERSONAL INFO', 'WRITES', 'REFUSED', 'ONBOARDING', 'NEXT'],
    all.map((expected) => [
      [expected.user],
      expected.messages.map(({ messageKey }) => messageKey),
      [expected.personalInformation],
      [expected.writes],
      expected.restrictedOperations,
      [expected.onboarding],
      expected.next.map(({ action, clause }) => `${splitWords(action)} §${clause}`),
    ]),
  );
}

/** Returns the table of messages for the flags of the users; empty if no user has a flag. */
function formatMessageTable(all: readonly Expectations[], dialect: Dialect): readonly string[] {
  const messages = all.flatMap((expected) => expected.messages);
  const byKey = new Map(messages.map((message) => [message.messageKey, message]));
  if (byKey.size === 0) return [];
  const table = formatColumnTable(
    ['MESSAGE', 'CATEGORY', 'SEVERITY', 'CLAUSE', 'EXAMPLE TEXT'],
    [...byKey.values()].map(({ messageKey, flag, category, severity, clause }) => [
      [messageKey],
      category === null ? [] : [category],
      [severity],
      [`§${clause}`],
      wrap(findFlagDefinition(flag, dialect)?.message ?? '', TEXT_WIDTH),
    ]),
  );
  return [table];
}

function listSignInMethods({ wallets, phoneNumber, emailAddress }: SeededUser): Cell {
  return [
    ...wallets.map(formatWallet),
    ...(phoneNumber === null ? [] : [`SMS ${phoneNumber}`]),
    ...(emailAddress === null ? [] : [`email ${emailAddress}`]),
  ];
}

function formatWallet({ address, network, type, status }: Wallet): string {
  const index = findTestWallet(address)?.index;
  const name = index === undefined ? shortenAddress(address) : String(index);
  const variant = [network, type].filter((word) => word !== null).join(' ');
  return `wallet ${name} ${variant}${status === 'unverified' ? ', unverified' : ''}`;
}

function shortenAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

function formatTransaction({ key, cryptoStatus, returned, settles }: SeededTransaction): string {
  const settlement =
    settles === null ? '' : `, ${settles.outcome} after ${formatDuration(settles.after)}`;
  return `${key} ${cryptoStatus}${returned ? ', returned' : ''}${settlement}`;
}

/** Returns `readUserAgain` as `read user again`. */
function splitWords(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return words.replace('kyc', 'KYC');
}
