import { useEffect, useState } from 'preact/hooks';

import { getHref, route } from '../state/route.ts';
import { Icon } from '../parts/icon.tsx';
import { Empty } from '../parts/panel.tsx';
import { UserCard } from './user-card.tsx';
import { UserList } from './user-list.tsx';

/** The users, and one of them. Where there is room for one of the two only, it is the user. */
export function UsersView() {
  const { item: ref, filters } = route.value;
  const [wide, setWide] = useState(isWide());

  useEffect(() => {
    const follow = () => setWide(isWide());
    addEventListener('resize', follow);
    return () => removeEventListener('resize', follow);
  }, []);

  return (
    <div class="split users">
      {(wide || ref === undefined) && <UserList chosen={ref} />}
      {ref !== undefined && (
        <section class="split-detail stack" aria-label="User">
          {!wide && (
            <a class="line" href={getHref({ view: 'users', filters })}>
              <Icon name="back" /> All users
            </a>
          )}
          <UserCard key={ref} reference={ref} />
        </section>
      )}
      {wide && ref === undefined && (
        <section class="split-detail" aria-label="User">
          <Empty icon="users" title="Select a user">
            <p>
              Shows what the client receives and must show, and the possible changes. Search by
              name, number, address, flag or status.
            </p>
          </Empty>
        </section>
      )}
    </div>
  );
}

function isWide(): boolean {
  return matchMedia('(min-width: 62rem)').matches;
}
