import { getHref, route } from '../state/route.ts';
import { Icon } from '../parts/icon.tsx';
import { Empty } from '../parts/panel.tsx';
import { UserCard } from './user-card.tsx';
import { UserList } from './user-list.tsx';

/**
 * The users, and the selected user. A narrow screen shows only the selected user, or the list if none is
 * selected.
 */
export function UsersView() {
  const { item: ref, filters } = route.value;
  return (
    <div class={`split users ${ref === undefined ? '' : 'has-detail'}`}>
      <UserList selected={ref} />
      <section class="split-detail stack" aria-label="User">
        {ref === undefined ? (
          <Empty icon="users" title="Select a user">
            <p>
              Shows what the client receives and must show, and the possible changes. Search by
              name, number, address, flag or status.
            </p>
          </Empty>
        ) : (
          <>
            <a class="line back" href={getHref({ view: 'users', filters })}>
              <Icon name="back" /> All users
            </a>
            <UserCard key={ref} reference={ref} />
          </>
        )}
      </section>
    </div>
  );
}
