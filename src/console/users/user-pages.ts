/** The users of a search, read page by page as they come into sight. */
import { useEffect, useRef, useState } from 'preact/hooks';

import { bodyOf, control } from '../api/control.ts';
import type { SandboxUser } from '../api/schemas.ts';
import { revision } from '../state/live.ts';

const PAGE = 100;
/** Milliseconds without scrolling before a page is requested. */
const STANDS_STILL = 60;

export interface UserPages {
  /** The search that this is of: the last one, until the first page of another is there. */
  readonly q: string;
  /** Undefined before the first page is there. */
  readonly total: number | undefined;
  readonly error: Error | undefined;
  /** The user in a row; undefined while their page is on its way. */
  user(index: number): SandboxUser | undefined;
  /** Sees to it that these rows are read. */
  sight(first: number, last: number): void;
}

interface Pages {
  readonly q: string;
  readonly total: number | undefined;
  readonly error: Error | undefined;
  readonly byNumber: ReadonlyMap<number, readonly SandboxUser[]>;
}

const NONE: Pages = { q: '', total: undefined, error: undefined, byNumber: new Map() };

export function useUserPages(workspace: string, q: string): UserPages {
  const [pages, setPages] = useState<Pages>(NONE);
  const requested = useRef(new Set<number>());
  const inSight = useRef({ first: 0, last: 0 });
  const search = useRef<AbortController>(undefined);
  const pause = useRef(0);

  useEffect(() => {
    const left = new AbortController();
    search.current = left;
    requested.current = new Set();
    inSight.current = { first: 0, last: 0 };
    askFor(0, 0);
    return () => left.abort();
  }, [workspace, q]);

  // A change may be anywhere: visible pages are read again while they are shown.
  useEffect(() => {
    requested.current = new Set();
    askFor(inSight.current.first, inSight.current.last);
  }, [revision.value]);

  function askFor(first: number, last: number) {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page += 1) {
      if (requested.current.has(page)) continue;
      requested.current.add(page);
      void read(page);
    }
  }

  async function read(page: number) {
    const signal = search.current?.signal;
    if (signal === undefined) return;
    try {
      const query = {
        ...(q === '' ? {} : { q }),
        limit: PAGE,
        cursor: String(page * PAGE),
        total: true,
      };
      const request = control(workspace).GET('/users', { params: { query }, signal });
      const { items, total = items.length } = await bodyOf(request);
      if (signal.aborted) return;
      setPages((before) => ({
        q,
        total,
        error: undefined,
        byNumber: new Map(before.q === q ? before.byNumber : []).set(page, items),
      }));
    } catch (error) {
      if (signal.aborted) return;
      requested.current.delete(page);
      const reason = error instanceof Error ? error : new Error(String(error));
      setPages((before) => ({ ...before, error: reason }));
    }
  }

  return {
    q: pages.q,
    total: pages.total,
    error: pages.error,
    user: (index) => pages.byNumber.get(Math.floor(index / PAGE))?.[index % PAGE],
    sight(first, last) {
      inSight.current = { first, last };
      clearTimeout(pause.current);
      pause.current = window.setTimeout(() => askFor(first, last), STANDS_STILL);
    },
  };
}
