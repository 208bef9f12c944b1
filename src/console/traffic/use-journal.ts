import { useEffect, useRef, useState } from 'preact/hooks';

import { control, readBody, UnreachableError } from '../api/control.ts';
import type { paths } from '../../contract/control.gen.ts';
import type { JournalEntry, Schemas } from '../api/schemas.ts';
import { lastRequest, revision, useResource, type Resource } from '../state/live.ts';

type Filter = Readonly<Record<'operation' | 'clientId' | 'outcome' | 'user', string>>;

type JournalQuery = NonNullable<paths['/journal']['get']['parameters']['query']>;

const PAGE_SIZE = 100;
/** Minimum time between two reads of the list, in milliseconds. */
const REFRESH_INTERVAL = 120;

interface EntryList {
  /** The filter of these entries as JSON; undefined before entries are loaded, or if loading failed. */
  readonly filterKey?: string;
  /** Newest first; undefined until the first page is loaded. */
  readonly entries: readonly JournalEntry[] | undefined;
  readonly cursor: string | null;
  /** Why the entries could not be loaded, such as an invalid filter. */
  readonly problem?: string;
}

/**
 * Returns the requests that match the filter; the sandbox evaluates the filter. A new request reloads the
 * newest page, unless the list is paused.
 */
export function useJournal(filter: Filter, mode: 'following' | 'paused') {
  const [list, setList] = useState<EntryList>({ entries: undefined, cursor: null });
  const filterKey = JSON.stringify(filter);
  const newestId = useThrottled(lastRequest.value?.id, REFRESH_INTERVAL);

  useEffect(() => {
    if (mode === 'paused' && list.filterKey === filterKey) return;
    const controller = new AbortController();
    readPage(filter, undefined, controller.signal).then(
      ({ items, nextCursor }) => {
        if (controller.signal.aborted) return;
        const newest = { filterKey, entries: items, cursor: nextCursor };
        setList((previous) =>
          previous.filterKey === filterKey ? mergeEntries(previous, newest) : newest,
        );
      },
      (error: unknown) => {
        if (controller.signal.aborted || error instanceof UnreachableError) return;
        const problem = error instanceof Error ? error.message : String(error);
        setList({ entries: [], cursor: null, problem });
      },
    );
    return () => controller.abort();
  }, [filterKey, mode, newestId, revision.value]);

  return {
    ...list,
    async loadOlder() {
      const { items, nextCursor } = await readPage(filter, list.cursor ?? undefined);
      setList((current) =>
        // Ignores the older entries if another filter or a cleared journal has replaced the list meanwhile.
        current.filterKey !== list.filterKey || current.cursor !== list.cursor
          ? current
          : { ...current, entries: [...(current.entries ?? []), ...items], cursor: nextCursor },
      );
    },
  };
}

/** Returns the value, but changes the result at most once per interval. */
function useThrottled<Value>(value: Value, milliseconds: number): Value {
  const [throttled, setThrottled] = useState(value);
  const latest = useRef(value);
  latest.current = value;
  const isOutdated = throttled !== value;
  useEffect(() => {
    if (!isOutdated) return;
    const timer = setTimeout(() => setThrottled(latest.current), milliseconds);
    return () => clearTimeout(timer);
  }, [isOutdated]);
  return throttled;
}

/** Reads the entry with an id. The value is undefined without an id, or if the journal does not have the entry. */
export function useEntry(id: string | undefined): Resource<JournalEntry | undefined> {
  return useResource(
    async (signal) => (id === undefined ? undefined : (await read({ id }, signal)).items[0]),
    [id],
  );
}

function readPage(filter: Filter, cursor?: string, signal?: AbortSignal) {
  const fields = Object.entries({ ...filter, cursor: cursor ?? '' }).map(
    ([name, value]) => [name, value.trim()] as const,
  );
  const query = Object.fromEntries(fields.filter(([, value]) => value !== ''));
  return read({ order: 'newest', limit: PAGE_SIZE, ...query }, signal);
}

async function read(query: JournalQuery, signal?: AbortSignal): Promise<Schemas['Journal']> {
  const init = { params: { query }, headers: { accept: 'application/json' } };
  const response = await readBody(
    control.value.GET('/journal', { ...init, signal: signal ?? null }),
  );
  // `accept: application/json` requests a list, not a stream.
  return response as Schemas['Journal'];
}

/** Prepends the newest page to the older entries. */
function mergeEntries(
  { entries = [], cursor }: EntryList,
  newest: EntryList & { readonly entries: readonly JournalEntry[] },
): EntryList {
  const newIds = new Set(newest.entries.map(({ id }) => id));
  const overlap = entries.findIndex(({ id }) => newIds.has(id));
  // Without overlap, entries between the new page and the old entries are missing, or the journal was cleared.
  const older = overlap === -1 ? [] : entries.slice(overlap).filter(({ id }) => !newIds.has(id));
  if (older.length === 0) return newest;
  return { ...newest, entries: [...newest.entries, ...older], cursor };
}
