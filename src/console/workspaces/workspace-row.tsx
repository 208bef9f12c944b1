import type { Client, Workspace } from '../api/schemas.ts';
import { Badge } from '../parts/badge.tsx';
import { Button, CopyableCode } from '../parts/button.tsx';
import { Fact } from '../parts/panel.tsx';
import { Icon } from '../parts/icon.tsx';
import { formatInstant, pluralize } from '../parts/times.ts';
import { DEFAULT_WORKSPACE, getHref, workspace } from '../state/route.ts';

export function WorkspaceRow({
  item,
  onFork,
  onDelete,
}: {
  item: Workspace;
  onFork: () => void;
  onDelete: () => void;
}) {
  const { name, baseUrl, seed, clients, expiresAt } = item;
  return (
    <li class="row">
      <div class="stack tight">
        <p>
          <a href={getHref({ workspace: name, view: 'users' })}>
            <strong>{name}</strong>
          </a>{' '}
          {name === workspace.value && <Badge tone="good">here</Badge>}
        </p>
        <CopyableCode text={baseUrl} what={`the base URL of ${name}`} />
        <p class="faint">
          Seed {seed}
          {expiresAt !== undefined && ` · expires at ${formatInstant(expiresAt)} UTC if idle`}
        </p>
        <ClientCredentials workspace={name} clients={clients} />
      </div>
      <div class="line row-actions">
        {name !== workspace.value && (
          <a
            class="button plain small"
            href={getHref({ workspace: name, view: 'users' })}
            aria-label={`Switch to ${name}`}
          >
            <Icon name="eye" /> Switch
          </a>
        )}
        <Button icon="fork" size="small" label={`Fork ${name}`} onClick={onFork}>
          Fork
        </Button>
        {name !== DEFAULT_WORKSPACE && (
          <Button icon="trash" label={`Delete ${name}`} onClick={onDelete} />
        )}
      </div>
    </li>
  );
}

/** The credentials of an app: id and secret (§2.1), and the access token of the SMS send (§5.2). */
function ClientCredentials({
  workspace,
  clients,
}: {
  workspace: string;
  clients: readonly Client[];
}) {
  return (
    <details>
      <summary>{pluralize(clients.length, 'client application')}</summary>
      <dl class="facts">
        {clients.map(({ id, secret, accessToken }) => (
          <Fact key={id} term={<code>{id}</code>}>
            <Credential name="secret" value={secret} of={`${id} in ${workspace}`} />
            <Credential name="access token" value={accessToken} of={`${id} in ${workspace}`} />
          </Fact>
        ))}
      </dl>
    </details>
  );
}

function Credential({ name, value, of }: Readonly<Record<'name' | 'value' | 'of', string>>) {
  return (
    <span class="identity">
      <span class="faint">{name}</span>
      <CopyableCode text={value} what={`the ${name} of ${of}`} />
    </span>
  );
}
