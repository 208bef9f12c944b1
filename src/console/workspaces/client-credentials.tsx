import { Fragment } from 'preact';

import type { Client } from '../api/schemas.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { counted } from '../parts/times.ts';

/** What an app has to be built with: id and secret (§2.1), and the token of the SMS send (§5.2). */
export function ClientCredentials({
  workspace,
  clients,
}: {
  readonly workspace: string;
  readonly clients: readonly Client[];
}) {
  return (
    <details>
      <summary>{counted(clients.length, 'client application')}</summary>
      <dl class="facts">
        {clients.map(({ id, secret, accessToken }) => (
          <Fragment key={id}>
            <dt>
              <code>{id}</code>
            </dt>
            <dd>
              <Credential name="secret" value={secret} of={`${id} in ${workspace}`} />
              <Credential name="access token" value={accessToken} of={`${id} in ${workspace}`} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}

function Credential({
  name,
  value,
  of,
}: {
  readonly name: string;
  readonly value: string;
  readonly of: string;
}) {
  return (
    <span class="identity">
      <span class="faint">{name}</span> <code>{value}</code>
      <CopyButton text={value} what={`the ${name} of ${of}`} />
    </span>
  );
}
