/** What an error of the driver or the server means for whoever waits for an answer. */
import { StoreRefused } from '../store.ts';

/**
 * `passing`: another try may well succeed. `lasting`: the database answers, but can't do it now.
 * Undefined: a mistake of ours, or no error of the database at all.
 */
export type Trouble = { readonly kind: 'passing' | 'lasting'; readonly reason: string };

/** The server answers and takes no writes: a standby, or one that was told not to. */
export class ReadOnly extends Error {
  override readonly name = 'ReadOnly';
  /** What a write would end with. */
  readonly code = '25006';
}

/** The server takes connections and has said nothing for some time: that was waited for already. */
export class SilentServer extends Error {
  override readonly name = 'SilentServer';
  constructor() {
    super('the database says nothing');
  }
}

/** By SQLSTATE (PostgreSQL, appendix A); a prefix stands for its class. */
const PASSING: readonly (readonly [state: string, reason: string])[] = [
  ['08', 'the connection to the database broke'],
  ['57P01', 'the database is being shut down'],
  ['57P02', 'the database has crashed'],
  ['57P03', 'the database is starting up'],
  ['57P05', 'the connection to the database broke'],
  ['25P03', 'the connection to the database broke'],
  ['53300', 'the database has no connection left'],
  ['40', 'the database is busy with other requests'],
  ['23503', 'the database is busy with other requests'],
  ['23505', 'the database is busy with other requests'],
  ['55P03', 'the database is busy with other requests'],
];

const LASTING: readonly (readonly [state: string, reason: string])[] = [
  ['57014', 'the database takes too long'],
  ['25006', 'the database takes no writes'],
  ['53', 'the database is out of space or memory'],
  ['54', 'the database takes nothing that large'],
  ['58', 'the database has trouble with its files'],
  ['XX', 'the database has trouble with its files'],
  ['28', 'the database lets nobody in with these credentials'],
  ['3D', 'the database is gone'],
  ['3F', 'the schema of the store is gone'],
  ['42P01', 'the tables of the store are gone'],
  ['42501', 'the database allows this account too little'],
];

/** Errors of sockets, and those that the driver makes without a code. */
const BROKEN_SOCKETS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ECONNABORTED',
]);
const BROKEN_CONNECTION =
  /connection (terminated|error|ended)|not queryable|timeout exceeded|timeout expired|read timeout|client was closed/i;

export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof SilentServer) {
    return { kind: 'lasting', reason: 'the database can not be reached' };
  }
  if (isLostConnection(error)) {
    const passing = PASSING.find(([state]) => codeOf(error)?.startsWith(state));
    return { kind: 'passing', reason: passing?.[1] ?? 'the database can not be reached' };
  }
  const code = codeOf(error) ?? '';
  const passing = PASSING.find(([state]) => code.startsWith(state));
  if (passing !== undefined) return { kind: 'passing', reason: passing[1] };
  const lasting = LASTING.find(([state]) => code.startsWith(state));
  return lasting && { kind: 'lasting', reason: lasting[1] };
}

/** Whether nobody can tell from the error what became of the statement that it came from. */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && BROKEN_CONNECTION.test(error.message);
  return BROKEN_SOCKETS.has(code) || /^(08|57P|25P03)/.test(code);
}

/** Why a store can't be opened, in one line without any secret. */
export function refusalToOpen(error: unknown, shown: string): StoreRefused {
  if (error instanceof StoreRefused) return error;
  return new StoreRefused(`the store ${shown} can't be opened: ${whyNot(error)}`);
}

function whyNot(error: unknown): string {
  const code = codeOf(error) ?? '';
  if (code === '28P01') return 'the password is wrong, or the user is unknown';
  if (code.startsWith('28')) return `the server lets this user not in: ${firstLine(error)}`;
  if (code === '3D000') return 'there is no such database; make it with CREATE DATABASE';
  if (code === '42501') return `the user may not do what it takes: ${firstLine(error)}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host';
  if (code === 'ECONNREFUSED') return 'no server answers there';
  return troubleOf(error)?.reason ?? firstLine(error);
}

/** An error of several addresses that were tried has those of each. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0] ?? '';
}
