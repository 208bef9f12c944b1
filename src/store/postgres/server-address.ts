import { StoreRefused } from '../store.ts';

/** Where the database is, and which schema of it is ours. */
export interface ServerAddress {
  /** For the driver; it may hold a password. */
  readonly connectionString: string;
  /** Options of the session, as the server takes them. */
  readonly sessionOptions: string;
  readonly schema: string;
  /** For people: no password. */
  readonly shown: string;
}

const USUAL_SCHEMA = 'flagbearer';
const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,47}$/;

/**
 * Reads `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. Parameters are those of libpq, and `schema`,
 * which is `flagbearer` if not given: sandboxes of different schemas share nothing.
 *
 * @throws StoreRefused
 */
export function serverAddress(setting: string): ServerAddress {
  const url = urlOf(setting);
  const schema = url.searchParams.get('schema') ?? USUAL_SCHEMA;
  if (!SCHEMA_NAME.test(schema)) {
    throw new StoreRefused(
      'the schema of the store must be lower-case letters, digits and _, at most 48 of them',
    );
  }
  const options = url.searchParams.get('options');
  url.searchParams.delete('schema');
  url.searchParams.delete('options');
  return {
    connectionString: url.href,
    sessionOptions: [options ?? '', `-c search_path=${schema}`].join(' ').trim(),
    schema,
    shown: `postgres://${url.username === '' ? '' : `${url.username}@`}${url.host}${url.pathname}`,
  };
}

function urlOf(setting: string): URL {
  if (URL.canParse(setting)) {
    const url = new URL(setting);
    if (url.pathname.length > 1) return url;
  }
  throw new StoreRefused(
    'the store can not be understood: a database is named postgres://USER:PASSWORD@HOST:PORT/DATABASE, with %40 for an @ in the password',
  );
}
