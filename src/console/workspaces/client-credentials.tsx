import type { Client } from '../api/schemas.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Fact } from '../parts/fact.tsx';
import { pluralize } from '../parts/times.ts';

/** The credentials of an app: id and secret (§2.1), and the access token of the SMS send (§5.2). */
export function ClientCredentials({
  workspace,
  clients,
}: {
  readonly workspace: string;
  readonly clients: readonly Client[];
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
      <span class="faint">{name}</span> <code>{value}</code>
      <CopyButton text={value} what={`the ${name} of ${of}`} />
    </span>
  );
}
