/** The users that match a search, loaded page by page as their rows become visible. */
import { useEffect, useRef, useState } from 'preact/hooks';

import { control, readBody } from '../api/control.ts';
import type { SandboxUser } from '../api/schemas.ts';
import { revision } from '../state/live.ts';
import { workspace } from '../state/route.ts';

const PAGE = 100;
/** Milliseconds without scrolling before a page is requested. */
const LOAD_DELAY = 60;

interface Pages {
  /** The search of these pages: the previous one until the first page of a new search is loaded. */
  readonly q: string;
  /** Undefined until the first page is loaded. */
  readonly total: number | undefined;
  readonly error: Error | undefined;
  readonly byNumber: ReadonlyMap<number, readonly SandboxUser[]>;
}

const NONE: Pages = { q: '', total: undefined, error: undefined, byNumber: new Map() };

export function useUserPages(q: string) {
  const [pages, setPages] = useState(NONE);
  const requested = useRef(new Set<number>());
  const visible = useRef({ first: 0, last: 0 });
  const search = useRef(new AbortController());
  const timer = useRef(0);

  useEffect(() => {
    search.current = new AbortController();
    requested.current = new Set();
    visible.current = { first: 0, last: 0 };
    loadVisible();
    return () => search.current.abort();
  }, [workspace.value, q]);

  // A change may affect any page: visible pages are loaded again, and shown meanwhile.
  useEffect(() => {
    requested.current = new Set();
    loadVisible();
  }, [revision.value]);

  function loadVisible() {
    const { first, last } = visible.current;
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page += 1) {
      if (requested.current.has(page)) continue;
      requested.current.add(page);
      void load(page);
    }
  }

  async function load(page: number) {
    const { signal } = search.current;
    try {
      const query = { ...(q && { q }), limit: PAGE, cursor: String(page * PAGE), total: true };
      const { items, total = items.length } = await readBody(
        control.value.GET('/users', { params: { query }, signal }),
      );
      if (signal.aborted) return;
      setPages((before) => ({
        q,
        total,
        error: undefined,
        byNumber: new Map(before.q === q ? before.byNumber : []).set(page, items),
      }));
    } catch (cause) {
      if (signal.aborted) return;
      requested.current.delete(page);
      const error = cause instanceof Error ? cause : new Error(String(cause));
      setPages((before) => ({ ...before, error }));
    }
  }

  return {
    ...pages,
    /** Returns the user in a row; undefined while the page is being loaded. */
    getUser: (index: number) => pages.byNumber.get(Math.floor(index / PAGE))?.[index % PAGE],
    /** Loads the pages of these rows when scrolling has stopped. */
    load(first: number, last: number) {
      visible.current = { first, last };
      clearTimeout(timer.current);
      timer.current = window.setTimeout(loadVisible, LOAD_DELAY);
    },
  };
}
