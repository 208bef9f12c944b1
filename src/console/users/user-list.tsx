import { useEffect, useState, useRef } from 'preact/hooks';
import { control, readBody } from '../api/control.ts';
import type { SandboxUser } from '../api/schemas.ts';
import { Badge, FlagBadge, KycBadge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { SearchField } from '../parts/form.tsx';
import { EmptyState, LoadFailure } from '../parts/panel.tsx';
import { pluralize } from '../parts/times.ts';
import { VirtualList } from '../parts/virtual-list.tsx';
import { revision } from '../state/live.ts';
import { goTo, getHref, route, setFilters } from '../state/route.ts';
import { getInitials, getName, shortenId } from './user-names.ts';

export function UserList({ selected }: { selected: string | undefined }) {
  const { q = '' } = route.value.filters;
  const pages = useUserPages(q.trim());
  const isCurrent = pages.q === q.trim();

  return (
    <section
      class={`surface stack split-list ${isCurrent ? '' : 'searching'}`}
      aria-label="Users"
      aria-busy={!isCurrent}
    >
      <SearchField
        label="Search users"
        placeholder="Name, number, flag, status…"
        value={q}
        onInput={(words) => setFilters({ q: words })}
      />
      <p class="faint list-count" role="status">
        {pages.total === undefined ? ' ' : pluralize(pages.total, 'user')}
        {pages.q !== '' && pages.total !== undefined && ` with “${pages.q}”`}
      </p>
      {pages.total !== undefined && pages.error && <p class="callout bad">{pages.error.message}</p>}
      <UserRows pages={pages} selected={selected} />
    </section>
  );
}

interface UserRowsProps {
  readonly pages: ReturnType<typeof useUserPages>;
  readonly selected: string | undefined;
}

function UserRows({ pages, selected }: UserRowsProps) {
  if (pages.error !== undefined && pages.total === undefined) {
    return <LoadFailure title="The users could not be loaded" error={pages.error} />;
  }
  if (pages.total === 0) return <NoUsers q={pages.q} />;
  return (
    <VirtualList
      key={pages.q}
      label="Users"
      count={pages.total ?? 0}
      rowRems={4.25}
      onRows={pages.loadRows}
      renderRow={(index) => {
        const user = pages.getUser(index);
        if (user === undefined) return <div class="list-row waiting" />;
        const isSelected = selected !== undefined && [user.id, user.key].includes(selected);
        return <UserRow user={user} isSelected={isSelected} />;
      }}
    />
  );
}

function NoUsers({ q }: { q: string }) {
  return q === '' ? (
    <EmptyState icon="users" title="No users yet">
      <p>Load a scenario, or sign up a user.</p>
      <div class="line">
        <Button onClick={() => goTo({ view: 'scenarios' })}>Load a scenario</Button>
        <Button onClick={() => goTo({ view: 'try' })}>Try a sign-in</Button>
      </div>
    </EmptyState>
  ) : (
    <EmptyState icon="search" title="No matching users">
      <p>Every word must match the data of a user.</p>
      <Button onClick={() => setFilters({ q: '' })}>Show all users</Button>
    </EmptyState>
  );
}

function UserRow({ user, isSelected }: { user: SandboxUser; isSelected: boolean }) {
  return (
    <a
      class="list-row"
      href={getHref({ view: 'users', item: user.id, filters: route.value.filters })}
      aria-current={isSelected ? 'true' : undefined}
    >
      <span class="avatar" aria-hidden="true">
        {getInitials(getName(user))}
      </span>
      <span class="list-text">
        <span class="list-name">{getName(user)}</span>
        <span class="faint">{getContact(user)}</span>
      </span>
      <span class="stack tight user-badges">
        <span class="line">
          {user.flags.slice(0, 2).map((flag) => (
            <FlagBadge key={flag.code} {...flag} />
          ))}
          {user.flags.length > 2 && <Badge tone="plain">+{user.flags.length - 2}</Badge>}
        </span>
        <KycBadge status={user.kyc?.status} />
      </span>
    </a>
  );
}

function getContact({ key, phoneNumber, emailAddress, wallets }: SandboxUser): string {
  const wallet = wallets[0] && shortenId(wallets[0].address);
  return [key, phoneNumber ?? emailAddress ?? wallet].filter(Boolean).join(' · ');
}

/** Users per page. */
const PAGE_SIZE = 100;
/** Milliseconds without scrolling before a page is requested. */
const LOAD_DELAY = 60;
/** Milliseconds after the last input until the search starts. */
const SEARCH_DELAY = 150;

interface Pages {
  /** The search text of these pages: the previous text until a new search has its first page or an error. */
  readonly q: string;
  /** Undefined until the first page is loaded. */
  readonly total: number | undefined;
  readonly error: Error | undefined;
  /** By page number, from 0. */
  readonly usersByPage: ReadonlyMap<number, readonly SandboxUser[]>;
}

const NO_PAGES: Pages = { q: '', total: undefined, error: undefined, usersByPage: new Map() };

function useUserPages(q: string) {
  const [pages, setPages] = useState(NO_PAGES);
  const requestedPages = useRef(new Set<number>());
  const visibleRows = useRef({ first: 0, last: 0 });
  const abortController = useRef(new AbortController());
  const scrollTimer = useRef(0);

  // A change can affect every page, so the visible pages are reloaded. Until then, the old data is shown.
  useEffect(() => {
    const isNewSearch = pages.q !== q;
    abortController.current = new AbortController();
    requestedPages.current = new Set();
    if (isNewSearch) visibleRows.current = { first: 0, last: 0 };
    const timer = setTimeout(loadVisiblePages, isNewSearch ? SEARCH_DELAY : 0);
    return () => {
      clearTimeout(timer);
      // A pending scroll timer would request a page of the previous search.
      clearTimeout(scrollTimer.current);
      abortController.current.abort();
    };
  }, [q, revision.value]);

  function loadVisiblePages() {
    const { first, last } = visibleRows.current;
    for (
      let page = Math.floor(first / PAGE_SIZE);
      page <= Math.floor(last / PAGE_SIZE);
      page += 1
    ) {
      if (requestedPages.current.has(page)) continue;
      requestedPages.current.add(page);
      void loadPage(page);
    }
  }

  async function loadPage(page: number) {
    const { signal } = abortController.current;
    try {
      const query = {
        ...(q && { q }),
        limit: PAGE_SIZE,
        cursor: String(page * PAGE_SIZE),
        total: true,
      };
      const { items, total = items.length } = await readBody(
        control.value.GET('/users', { params: { query }, signal }),
      );
      if (signal.aborted) return;
      setPages((previous) => ({
        q,
        total,
        error: undefined,
        usersByPage: new Map(previous.q === q ? previous.usersByPage : []).set(page, items),
      }));
    } catch (cause) {
      if (signal.aborted) return;
      requestedPages.current.delete(page);
      const error = cause instanceof Error ? cause : new Error(String(cause));
      setPages((previous) => ({ ...(previous.q === q ? previous : { ...NO_PAGES, q }), error }));
    }
  }

  return {
    ...pages,
    /** Returns the user in a row; undefined while the page is being loaded. */
    getUser: (index: number) =>
      pages.usersByPage.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE],
    /** Loads the pages of these rows when scrolling has stopped. */
    loadRows(first: number, last: number) {
      visibleRows.current = { first, last };
      clearTimeout(scrollTimer.current);
      scrollTimer.current = window.setTimeout(loadVisiblePages, LOAD_DELAY);
    },
  };
}
