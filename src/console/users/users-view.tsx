import { getHref, route } from '../state/route.ts';
import { Icon } from '../parts/icon.tsx';
import { EmptyState } from '../parts/panel.tsx';
import { UserCard } from './user-card.tsx';
import { UserList } from './user-list.tsx';

/**
 * Shows the list of users, and the selected user. A narrow screen shows only the selected user, or only the list
 * if no user is selected.
 */
export function UsersView() {
  const { item: ref, filters } = route.value;
  return (
    <div class={`split users ${ref === undefined ? '' : 'has-detail'}`}>
      <UserList selected={ref} />
      <section class="split-detail stack" aria-label="User">
        {ref === undefined ? (
          <EmptyState icon="users" title="Select a user">
            <p>
              For the selected user, this view shows the response to the client, the expected UI and
              the possible changes. Search by name, number, address, flag or status.
            </p>
          </EmptyState>
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
