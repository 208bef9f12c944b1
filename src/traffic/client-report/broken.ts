/** A rule that requests have broken. */
export interface Broken {
  readonly count: number;
  /** Of the last request that broke it. */
  readonly message: string;
  readonly clients: ReadonlySet<string>;
  /** Numbers of the last requests that broke it. */
  readonly requests: readonly number[];
}

/** Requests that are listed for a rule. */
const MAX_ENTRIES = 20;

/** One more request that breaks a rule. */
interface Breach {
  readonly message: string;
  /** Null for a caller that names no client of the workspace. */
  readonly clientId: string | null;
  /** The number of the request in the journal. */
  readonly number: number;
}

/** @param known what was broken before; undefined for nothing */
export function brokenAgain(
  known: Broken | undefined,
  { message, clientId, number }: Breach,
): Broken {
  const { count = 0, clients = [], requests = [] } = known ?? {};
  return {
    count: count + 1,
    message,
    clients: new Set([...clients, ...(clientId === null ? [] : [clientId])]),
    requests: [...requests, number].slice(-MAX_ENTRIES),
  };
}
