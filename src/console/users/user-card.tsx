import { useRef } from 'preact/hooks';

import { bodyOf, control, openControl } from '../api/control.ts';
import type { SandboxUser } from '../api/schemas.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton, CopyLink } from '../parts/copy-button.tsx';
import { Loaded } from '../parts/notice.tsx';
import { saveFile } from '../parts/save-file.ts';
import { instantText } from '../parts/times.ts';
import { lastRequest, readAnew } from '../state/live.ts';
import { useResource } from '../state/resource.ts';
import { hrefOf, workspace } from '../state/route.ts';
import { notify } from '../state/toasts.ts';
import { ClientViewPanel } from './client-view-panel.tsx';
import { ExpectationsPanel } from './expectations-panel.tsx';
import { FlagsPanel } from './flags-panel.tsx';
import { IdentitiesPanel } from './identities-panel.tsx';
import { KycPanel } from './kyc-panel.tsx';
import { TransactionsPanel } from './transactions-panel.tsx';
import { nameOf } from './user-names.ts';

const YAML = 'application/yaml';

async function saveAsScenario(workspace: string, { id, key }: SandboxUser): Promise<void> {
  const query = new URLSearchParams({ user: id });
  const response = await openControl(workspace, `/scenario?${query}`, { accept: YAML });
  saveFile(`${key ?? id}.yaml`, await response.text(), YAML);
}

/** A user: editable on the left, as clients see it on the right. */
export function UserCard({ reference }: { readonly reference: string }) {
  const name = workspace.value;
  const path = { ref: reference };
  const userId = useRef<string>(undefined);
  const card = useResource(
    async (signal) => {
      const [user, changes] = await Promise.all([
        bodyOf(control(name).GET('/users/{ref}', { params: { path }, signal })),
        bodyOf(control(name).GET('/users/{ref}/changes', { params: { path }, signal })),
      ]);
      userId.current = user.id;
      return { user, changes };
    },
    [name, reference, lastRequestAbout(userId.current)],
  );

  async function undo() {
    await bodyOf(control(name).POST('/users/{ref}:undo', { params: { path } }));
    notify('The last change was undone.');
    readAnew();
  }

  async function change(done: string, request: () => Promise<unknown>) {
    await request();
    notify(done, { label: 'Undo', run: undo });
    readAnew();
  }

  return (
    <Loaded resource={card}>
      {({ user, changes }) => (
        <article class="card">
          <header class="card-head">
            <div>
              <h2>{nameOf(user)}</h2>
              <p class="card-ids">
                {user.key !== null && <code>{user.key}</code>}
                <code class="faint">{user.id}</code>
                <CopyButton text={user.id} what="the user id" />
              </p>
              <p class="faint">
                Created {instantText(user.createTime)} · updated {instantText(user.updateTime)}
              </p>
            </div>
            <div class="actions">
              <CopyLink to={hrefOf({ view: 'users', item: user.id })} what="the user" />
              <Button icon="download" onClick={() => saveAsScenario(name, user)}>
                Save as scenario
              </Button>
              <Button icon="undo" disabled={changes.lastChange === null} onClick={undo}>
                Undo last change
              </Button>
            </div>
          </header>
          <div class="card-columns">
            <div class="card-column">
              <KycPanel user={user} changes={changes} change={change} />
              <FlagsPanel user={user} changes={changes} change={change} />
              <TransactionsPanel user={user} changes={changes} change={change} />
            </div>
            <div class="card-column seen">
              <ExpectationsPanel user={user} />
              <ClientViewPanel user={user} />
            </div>
            <div class="card-column">
              <IdentitiesPanel user={user} />
            </div>
          </div>
        </article>
      )}
    </Loaded>
  );
}

/** The last request about the user, whose changes are to be shown. */
function lastRequestAbout(userId: string | undefined): string | undefined {
  const request = lastRequest.value;
  return request !== undefined && request.userId === userId ? request.id : undefined;
}
