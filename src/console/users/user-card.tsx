import { useRef } from 'preact/hooks';

import { control, readBody } from '../api/control.ts';
import type { SandboxUser } from '../api/schemas.ts';
import { Button, CopyButton, CopyLink } from '../parts/button.tsx';
import { Loaded } from '../parts/panel.tsx';
import { saveDocument } from '../parts/save-file.ts';
import { formatInstant } from '../parts/times.ts';
import { lastRequest, useResource } from '../state/live.ts';
import { getHref } from '../state/route.ts';
import { undoChange } from './changes.tsx';
import { ClientViewPanel, ExpectationsPanel } from './client-panels.tsx';
import { FlagsPanel } from './flags-panel.tsx';
import { IdentitiesPanel } from './identities-panel.tsx';
import { KycPanel } from './kyc-panel.tsx';
import { TransactionsPanel } from './transactions-panel.tsx';
import { getName } from './user-names.ts';

/** Shows a user: state and identities on the left, expected UI and client response on the right. */
export function UserCard({ reference }: { reference: string }) {
  const params = { path: { ref: reference } };
  const userId = useRef<string>(undefined);
  const card = useResource(
    async (signal) => {
      const [user, changes] = await Promise.all([
        readBody(control.value.GET('/users/{ref}', { params, signal })),
        readBody(control.value.GET('/users/{ref}/changes', { params, signal })),
      ]);
      userId.current = user.id;
      return { user, changes };
    },
    [reference],
    findLastRequestId(userId.current),
  );

  return (
    <Loaded resource={card}>
      {({ user, changes }) => (
        <article class="stack wide">
          <header class="line spread">
            <div>
              <h2>{getName(user)}</h2>
              <p class="line">
                {user.key !== null && <code>{user.key}</code>}
                <code class="faint">{user.id}</code>
                <CopyButton text={user.id} what="the user id" />
              </p>
              <p class="faint">
                Created {formatInstant(user.createTime)} · updated {formatInstant(user.updateTime)}
              </p>
            </div>
            <div class="line">
              <CopyLink to={getHref({ view: 'users', item: user.id })} what="the user" />
              <Button icon="download" onClick={() => saveAsScenario(user)}>
                Save as scenario
              </Button>
              <Button
                icon="undo"
                disabled={changes.lastChange === null}
                onClick={() => undoChange(user.id)}
              >
                Undo last change
              </Button>
            </div>
          </header>
          <div class="card-columns">
            <div class="stack wide">
              <KycPanel user={user} changes={changes} />
              <FlagsPanel user={user} changes={changes} />
              <TransactionsPanel user={user} changes={changes} />
            </div>
            <div class="stack wide client-view">
              <ExpectationsPanel user={user} />
              <ClientViewPanel user={user} />
            </div>
            <div class="stack wide">
              <IdentitiesPanel user={user} />
            </div>
          </div>
        </article>
      )}
    </Loaded>
  );
}

function saveAsScenario({ id, key }: SandboxUser): Promise<void> {
  return saveDocument(`${key ?? id}.yaml`, `/scenario?user=${id}`, 'application/yaml');
}

/** Returns the id of the last request if it was about the user. Such a request may have changed the user. */
function findLastRequestId(userId: string | undefined): string | undefined {
  const request = lastRequest.value;
  return request !== undefined && request.userId === userId ? request.id : undefined;
}
