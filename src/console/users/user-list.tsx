import { useEffect, useState } from 'preact/hooks';

import type { SandboxUser } from '../api/schemas.ts';
import { Badge, FlagBadge, KycBadge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { SearchField } from '../parts/form.tsx';
import { Empty } from '../parts/panel.tsx';
import { pluralize } from '../parts/times.ts';
import { VirtualList } from '../parts/virtual-list.tsx';
import { refreshAll } from '../state/live.ts';
import { goTo, getHref, route, setFilters } from '../state/route.ts';
import { getInitials, getName, shortenAddress } from './user-names.ts';
import { useUserPages } from './user-pages.ts';

/** Milliseconds after the last input until the search starts. */
const SEARCH_DELAY = 150;

export function UserList({ selected }: { selected: string | undefined }) {
  const { q = '' } = route.value.filters;
  const [typed, setTyped] = useState(q);
  const pages = useUserPages(q);

  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = setTimeout(() => setFilters({ q: typed.trim() }), SEARCH_DELAY);
    return () => clearTimeout(timer);
  }, [typed]);
  // Another link may contain another search.
  useEffect(() => {
    if (typed.trim() !== q) setTyped(q);
  }, [q]);

  return (
    <section
      class={`surface stack split-list ${pages.q === q ? '' : 'searching'}`}
      aria-label="Users"
      aria-busy={pages.q !== q}
    >
      <SearchField
        label="Search users"
        placeholder="Name, number, flag, status…"
        value={typed}
        onInput={setTyped}
      />
      <p class="faint list-count" role="status">
        {pages.total === undefined ? ' ' : pluralize(pages.total, 'user')}
        {pages.q !== '' && pages.total !== undefined && ` with “${pages.q}”`}
      </p>
      {pages.error !== undefined && pages.total === undefined ? (
        <Empty icon="warning" title="The users could not be loaded">
          <p>{pages.error.message}</p>
          <Button icon="reset" onClick={refreshAll}>
            Try again
          </Button>
        </Empty>
      ) : pages.total === 0 ? (
        <NoUsers q={pages.q} onClear={() => setTyped('')} />
      ) : (
        <VirtualList
          key={pages.q}
          label="Users"
          count={pages.total ?? 0}
          rowRems={4.25}
          onRows={pages.load}
          row={(index) => <UserRow user={pages.getUser(index)} selected={selected} />}
        />
      )}
    </section>
  );
}

function NoUsers({ q, onClear }: { q: string; onClear: () => void }) {
  return q === '' ? (
    <Empty icon="users" title="No users yet">
      <p>Load a scenario, or sign up a user.</p>
      <div class="line">
        <Button onClick={() => goTo({ view: 'scenarios' })}>Load a scenario</Button>
        <Button onClick={() => goTo({ view: 'try' })}>Try a sign-in</Button>
      </div>
    </Empty>
  ) : (
    <Empty icon="search" title="No matching users">
      <p>Every word must match the data of a user.</p>
      <Button onClick={onClear}>Show all users</Button>
    </Empty>
  );
}

function UserRow({
  user,
  selected,
}: {
  user: SandboxUser | undefined;
  selected: string | undefined;
}) {
  if (user === undefined) return <div class="list-row waiting" />;
  const isSelected = selected !== undefined && [user.id, user.key].includes(selected);
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
  const wallet = wallets[0] && shortenAddress(wallets[0].address);
  return [key, phoneNumber ?? emailAddress ?? wallet].filter(Boolean).join(' · ');
}
