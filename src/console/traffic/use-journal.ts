import { useEffect, useRef, useState } from 'preact/hooks';

import { control, readBody, ControlError } from '../api/control.ts';
import type { paths } from '../../contract/control.gen.ts';
import type { JournalEntry, Schemas } from '../api/schemas.ts';
import { lastRequest, revision, useResource } from '../state/live.ts';
import { workspace } from '../state/route.ts';

type Filter = Readonly<Record<'operation' | 'clientId' | 'outcome' | 'user', string>>;

type JournalQuery = NonNullable<paths['/journal']['get']['parameters']['query']>;

const PAGE_SIZE = 100;
/** Milliseconds from a new request until the list is read again. */
const REFRESH_DELAY = 120;

interface LoadedEntries {
  /** Newest first; undefined until the first page is loaded. */
  readonly entries: readonly JournalEntry[] | undefined;
  readonly cursor: string | null;
  /** Why the sandbox refused the filter. */
  readonly problem?: string;
}

/**
 * Returns the requests that match the filter, which the sandbox evaluates. A new request reloads the newest page,
 * unless the list is paused.
 */
export function useJournal(filter: Filter, mode: 'following' | 'paused') {
  const [loaded, setLoaded] = useState<LoadedEntries>({ entries: undefined, cursor: null });
  const loadedKey = useRef('');
  const key = JSON.stringify([workspace.value, filter]);

  useEffect(() => {
    if (mode === 'paused' && loadedKey.current === key) return;
    const controller = new AbortController();
    const timer = setTimeout(
      () => {
        readPage(filter, undefined, controller.signal).then(
          ({ items, nextCursor }) => {
            if (controller.signal.aborted) return;
            const isNewFilter = loadedKey.current !== key;
            loadedKey.current = key;
            setLoaded((previous) =>
              isNewFilter
                ? { entries: items, cursor: nextCursor }
                : mergeEntries(previous, items, nextCursor),
            );
          },
          (error: unknown) => {
            if (!controller.signal.aborted && error instanceof ControlError) {
              setLoaded({ entries: [], cursor: null, problem: error.message });
            }
          },
        );
      },
      loadedKey.current === key ? REFRESH_DELAY : 0,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, mode, lastRequest.value?.id, revision.value]);

  return {
    ...loaded,
    async loadOlder() {
      const { items, nextCursor } = await readPage(filter, loaded.cursor ?? undefined);
      setLoaded(({ entries = [] }) => ({ entries: [...entries, ...items], cursor: nextCursor }));
    },
  };
}

/**
 * Returns the linked entry if the list does not contain it; undefined until it is read, or if it was
 * dropped.
 */
export function useLinkedEntry(id: string | undefined): JournalEntry | undefined {
  const entry = useResource(
    async (signal) => (id === undefined ? undefined : (await read({ id }, signal)).items[0]),
    [id],
  );
  return id !== undefined && entry.state === 'ready' ? entry.value : undefined;
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
  // With this media type, the response is not a stream.
  return response as Schemas['Journal'];
}

/** Prepends new entries. */
function mergeEntries(
  { entries = [], cursor }: LoadedEntries,
  newest: readonly JournalEntry[],
  nextCursor: string | null,
): LoadedEntries {
  const newIds = new Set(newest.map(({ id }) => id));
  const overlap = entries.findIndex(({ id }) => newIds.has(id));
  // More than a page of new requests, or the journal was cleared: the old entries do not follow.
  if (overlap === -1) return { entries: newest, cursor: nextCursor };
  const older = entries.slice(overlap).filter(({ id }) => !newIds.has(id));
  return { entries: [...newest, ...older], cursor: older.length === 0 ? nextCursor : cursor };
}
