/** Describes errors of the driver and of the server. */
import { getErrorCode } from '../../error-code.ts';
import { StartError } from '../../start-error.ts';

/**
 * `connectionLost`: the connection broke, and the effect of the statement is unknown. `transient`: a retry may
 * succeed. `persistent`: a retry would fail.
 */
export interface DatabaseError {
  readonly kind: 'connectionLost' | 'transient' | 'persistent';
  readonly reason: string;
}

const ACCESS_DENIED = /^(28|42501)/;

/** By SQLSTATE or its class (PostgreSQL, appendix A), or by the code of a socket error. */
const ERRORS: readonly (readonly [code: RegExp, kind: DatabaseError['kind'], reason: string])[] = [
  [/^57P0[123]/, 'connectionLost', 'the database is starting or shutting down'],
  [/^(08|57P05|25P03)/, 'connectionLost', 'the connection to the database broke'],
  [/^E(?!RR_)[A-Z_]+$/, 'connectionLost', 'the database cannot be reached'],
  [/^53300/, 'transient', 'the database has no connection left'],
  // 23505: another process inserted the same row at the same time.
  [/^(40|23505|55P03)/, 'transient', 'the database is busy with other requests'],
  [/^57014/, 'persistent', 'the database takes too long'],
  [/^25006/, 'persistent', 'the database is read-only'],
  [/^53/, 'persistent', 'the database is out of space or memory'],
  [/^54/, 'persistent', 'the request is too large for the database'],
  [/^(58|XX)/, 'persistent', 'the database cannot use its files'],
  [ACCESS_DENIED, 'persistent', 'the database denies access to this account'],
  [/^(3D|3F|42P01)/, 'persistent', 'the tables of the store are missing'],
];

/** Messages of errors that the driver creates without a code. */
const BROKEN_CONNECTION =
  /connection (terminated|error|ended)|not queryable|timeout exceeded|timeout expired|client was closed/i;

/** Returns undefined if the error does not come from the database. */
export function toDatabaseError(error: unknown): DatabaseError | undefined {
  const code = getCode(error);
  const found = ERRORS.find(([pattern]) => code !== undefined && pattern.test(code));
  if (found !== undefined) {
    const [, kind, reason] = found;
    return { kind, reason };
  }
  if (code !== undefined || !BROKEN_CONNECTION.test(getFirstLine(error))) return undefined;
  return { kind: 'connectionLost', reason: 'the database cannot be reached' };
}

/** Describes why a store cannot be opened, in one line without secrets. */
export function createOpenError(error: unknown, address: string): StartError {
  if (error instanceof StartError) return error;
  const code = getCode(error) ?? '';
  // For denied access, the message of the server has more details.
  const description = ACCESS_DENIED.test(code) ? undefined : toDatabaseError(error)?.reason;
  const reason = OPEN_ERRORS[code] ?? description ?? getFirstLine(error);
  return new StartError(`the store ${address} cannot be opened: ${reason}`);
}

const OPEN_ERRORS: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong, or the user is unknown. Check both in --store',
  '3D000': 'unknown database. Create it with CREATE DATABASE',
  ENOTFOUND: 'unknown host name. Check it in --store',
  EAI_AGAIN: 'host name lookup failed. Check the network, or the host name in --store',
  ECONNREFUSED: 'connection refused. Start the database, or check host and port in --store',
};

/** Returns the code of an error. If several addresses were tried, the error of the first address counts. */
function getCode(error: unknown): string | undefined {
  return getErrorCode(error instanceof AggregateError ? error.errors[0] : error);
}

function getFirstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0] ?? '';
}
