import { useState } from 'preact/hooks';

import { control, readBody } from '../api/control.ts';
import type { Expectations, SandboxUser, Schemas } from '../api/schemas.ts';
import { Clause, StatusBadge } from '../parts/badge.tsx';
import { CopyButton } from '../parts/button.tsx';
import { Fact, Loaded, Panel } from '../parts/panel.tsx';
import { formatJson, JsonView } from '../parts/http-message.tsx';
import { ClientChoice } from '../parts/service-choices.tsx';
import { useResource } from '../state/live.ts';
import { useFacts } from '../state/workspace-facts.ts';

const NEXT_TEXTS: Readonly<Record<Schemas['NextStep']['action'], string>> = {
  linkAccount: 'The user must sign in to link this app to the account',
  reviewFlags: 'Select the messages by the flags',
  showMessage: 'Show the message of each flag',
  readUserAgain: 'Read the user again: a status will change',
  submitKyc: 'Onboard the user: submit KYC',
  verifyWallet: 'Ask the user to authenticate the unverified wallet',
};

/** Shows the expected UI for the user as a checklist for testers. */
export function ExpectationsPanel({ user }: { user: SandboxUser }) {
  const [clientId, setClientId] = useState('');
  const params = { path: { ref: user.id }, query: clientId === '' ? {} : { clientId } };
  const expectations = useResource(
    (signal) => readBody(control.value.GET('/users/{ref}/expectations', { params, signal })),
    [user, clientId],
  );
  return (
    <Panel
      title="What the client must show"
      actions={
        <ClientChoice
          label="Client application"
          labelVisibility="hidden"
          anyLabel="any client"
          value={clientId}
          onChange={setClientId}
        />
      }
    >
      <Loaded resource={expectations}>{(expected) => <Checklist expected={expected} />}</Loaded>
    </Panel>
  );
}

function Checklist({ expected }: { expected: Expectations }) {
  const { flags } = useFacts();
  const { messages, restrictedOperations, next } = expected;
  return (
    <dl class="facts checklist">
      <Fact term="Messages" clause="7.1">
        {messages.length === 0 && <span class="faint">none</span>}
        <ul class="plain">
          {messages.map(({ flag, messageKey, severity, clause }) => (
            <li key={flag}>
              <StatusBadge status={severity} /> <code>{messageKey}</code> <Clause of={clause} />
              <p class="quote">{flags.get(flag)?.message}</p>
            </li>
          ))}
        </ul>
      </Fact>
      <Fact term="Personal information" clause="7.2">
        <StatusBadge status={expected.personalInformation} />
      </Fact>
      <Fact term="Transaction history" clause="7.3">
        <StatusBadge status={expected.transactionHistory} />
      </Fact>
      <Fact term="Writes" clause="7.4">
        <StatusBadge status={expected.writes} />
        {restrictedOperations.length > 0 && (
          <p class="faint">Refused: {restrictedOperations.join(', ')}</p>
        )}
      </Fact>
      <Fact term="Onboarding" clause="5.6">
        <StatusBadge status={expected.onboarding} />
      </Fact>
      <Fact term="Next">
        {next.length === 0 && <span class="faint">nothing to do</span>}
        <ol class="plain">
          {next.map(({ action, clause }) => (
            <li key={`${action} ${clause}`}>
              {NEXT_TEXTS[action]} <Clause of={clause} />
            </li>
          ))}
        </ol>
      </Fact>
    </dl>
  );
}

/** Shows the response body of the user read (§4.8). */
export function ClientViewPanel({ user }: { user: SandboxUser }) {
  const { dialect } = useFacts();
  const requestLine = `GET ${dialect.user.path}`;
  const params = { path: { ref: user.id } };
  const view = useResource(
    (signal) => readBody(control.value.GET('/users/{ref}/client-view', { params, signal })),
    [user],
  );
  return (
    <Panel
      title={`Response of ${requestLine}`}
      clause="4.8"
      actions={
        view.state === 'ready' && <CopyButton text={formatJson(view.value.body)} what="the JSON" />
      }
    >
      <Loaded resource={view}>
        {({ body }) => <JsonView value={body} label={`The response of ${requestLine}`} />}
      </Loaded>
    </Panel>
  );
}
