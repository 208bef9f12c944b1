/** The requests that the journal has, and those that come meanwhile. */
import { useEffect, useRef, useState } from 'preact/hooks';

import { ControlError } from '../api/control-error.ts';
import { bodyOf, control } from '../api/control.ts';
import type { paths } from '../../contract/control.gen.ts';
import { isJournalPage } from '../api/documents.ts';
import type { JournalEntry, Schemas, ServiceOperation } from '../api/schemas.ts';
import { lastRequest, revision } from '../state/live.ts';
import { notifyFailure } from '../state/toasts.ts';
import { useResource } from '../state/resource.ts';
import { workspace } from '../state/route.ts';

export interface Filter {
  readonly operation: ServiceOperation | '';
  readonly clientId: string;
  readonly outcome: string;
  readonly user: string;
}

export const NO_FILTER: Filter = { operation: '', clientId: '', outcome: '', user: '' };

type JournalQuery = NonNullable<paths['/journal']['get']['parameters']['query']>;

const PAGE = 100;
/** Milliseconds in which requests are gathered before the list is read again. */
const GATHER = 120;

export interface JournalList {
  /** Newest first; undefined before the first look. */
  readonly entries: readonly JournalEntry[] | undefined;
  readonly hasOlder: boolean;
  /** Why the sandbox takes the filter for none; undefined where it does not. */
  readonly problem: string | undefined;
  readOlder(): Promise<void>;
}

interface Read {
  readonly entries: readonly JournalEntry[] | undefined;
  readonly cursor: string | null;
  readonly problem?: string;
}

/**
 * The requests that match the filter, which the sandbox evaluates. A new request reloads the newest page,
 * unless the list is paused.
 */
export function useJournal(filter: Filter, stand: 'follow' | 'still'): JournalList {
  const [read, setRead] = useState<Read>({ entries: undefined, cursor: null });
  const shown = useRef('');
  const key = JSON.stringify([workspace.value, filter]);

  useEffect(() => {
    if (stand === 'still' && shown.current === key) return;
    const left = new AbortController();
    const timer = setTimeout(
      () => {
        page(filter, undefined, left.signal).then(
          ({ items, nextCursor }) => {
            if (left.signal.aborted) return;
            const isOther = shown.current !== key;
            shown.current = key;
            setRead((before) =>
              isOther ? { entries: items, cursor: nextCursor } : merged(before, items, nextCursor),
            );
          },
          (error: unknown) => {
            if (left.signal.aborted) return;
            if (error instanceof ControlError) {
              setRead({ entries: [], cursor: null, problem: error.message });
            }
          },
        );
      },
      shown.current === key ? GATHER : 0,
    );
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [key, stand, lastRequest.value?.id, revision.value]);

  return {
    entries: read.entries,
    hasOlder: read.cursor !== null,
    problem: read.problem,
    async readOlder() {
      if (read.cursor === null) return;
      try {
        const { items, nextCursor } = await page(filter, read.cursor);
        setRead(({ entries = [] }) => ({ entries: [...entries, ...items], cursor: nextCursor }));
      } catch (error) {
        notifyFailure(error);
      }
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
    [workspace.value, id],
  );
  return id !== undefined && entry.state === 'ready' ? entry.value : undefined;
}

async function page(
  filter: Filter,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<Schemas['Journal']> {
  const { operation, clientId, outcome, user } = filter;
  const query = {
    order: 'newest' as const,
    limit: PAGE,
    ...(operation === '' ? {} : { operation }),
    ...(clientId === '' ? {} : { clientId }),
    ...(outcome.trim() === '' ? {} : { outcome: outcome.trim() }),
    ...(user.trim() === '' ? {} : { user: user.trim() }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  return read(query, signal);
}

async function read(query: JournalQuery, signal?: AbortSignal): Promise<Schemas['Journal']> {
  const request = control(workspace.value).GET('/journal', {
    params: { query },
    headers: { accept: 'application/json' },
    ...(signal === undefined ? {} : { signal }),
  });
  const response = await bodyOf(request);
  if (!isJournalPage(response)) throw new TypeError('the journal was returned as a stream');
  return response;
}

/** Prepends new entries; a cleared journal has none of the old ones. */
function merged(
  { entries = [], cursor }: Read,
  newest: readonly JournalEntry[],
  nextCursor: string | null,
): Read {
  const known = new Map(entries.map((entry, at) => [entry.id, at]));
  const meets = newest.findIndex(({ id }) => known.has(id));
  const at = meets === -1 ? undefined : known.get(newest[meets]?.id ?? '');
  // More requests than a page came in meanwhile, or the journal was cleared: the page is complete.
  if (at === undefined) return { entries: newest, cursor: nextCursor };
  const older = entries.slice(at).filter(({ id }) => !newest.some((entry) => entry.id === id));
  return { entries: [...newest, ...older], cursor: older.length === 0 ? nextCursor : cursor };
}
