import { useState } from 'preact/hooks';

import { Empty } from '../parts/panel.tsx';
import { Segments } from '../parts/button.tsx';
import { ClientChoice } from '../parts/service-choices.tsx';

import { goTo, route } from '../state/route.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { CodeFlow } from './code-flow.tsx';
import { WalletFlow } from './wallet-flow.tsx';

const METHODS = [
  { value: 'wallet', text: 'Crypto wallet' },
  { value: 'sms', text: 'SMS' },
  { value: 'email', text: 'Email' },
] as const;

export function TryView() {
  const { clients, dialect } = useFacts();
  const [clientId, setClientId] = useState(clients[0]?.id ?? '');
  const client = clients.find(({ id }) => id === clientId);
  const { value: selected } = METHODS.find(({ value }) => value === route.value.item) ?? METHODS[0];
  if (client === undefined)
    return <Empty icon="try" title="The workspace has no client applications" />;
  const caller = { client, dialect };
  return (
    <>
      <div class="toolbar">
        <ClientChoice label="As the client application" value={clientId} onChange={setClientId} />
      </div>
      <Segments
        label="Sign-in method"
        options={METHODS}
        selected={selected}
        onSelect={(item) => goTo({ view: 'try', item })}
      />
      {selected === 'wallet' ? (
        <WalletFlow key={clientId} caller={caller} />
      ) : (
        <CodeFlow key={`${clientId} ${selected}`} channel={selected} caller={caller} />
      )}
    </>
  );
}
