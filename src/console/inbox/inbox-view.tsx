import { control, readBody } from '../api/control.ts';
import type { InboxMessage } from '../api/schemas.ts';
import { Badge, StatusBadge } from '../parts/badge.tsx';
import { Button, CopyButton } from '../parts/button.tsx';
import { Choice, FilterBar, TextField } from '../parts/form.tsx';
import { EmptyState, Loaded } from '../parts/panel.tsx';
import { formatInstant, formatDuration } from '../parts/times.ts';
import { useNow } from '../state/clock.ts';
import { lastRequest, confirmChange, useResource } from '../state/live.ts';
import { goTo, getHref, route } from '../state/route.ts';

const CHANNELS = [
  { value: '', text: 'SMS and email' },
  { value: 'sms', text: 'SMS' },
  { value: 'email', text: 'Email' },
] as const;

export function InboxView() {
  const { to = '', channel: channelFilter } = route.value.filters;
  const { value: channel } = CHANNELS.find(({ value }) => value === channelFilter) ?? CHANNELS[0];
  const query = channel === '' ? {} : { channel };
  const inbox = useResource(
    (signal) => readBody(control.value.GET('/inbox', { params: { query }, signal })),
    [channel],
    // The last request can have sent a message or used a code.
    lastRequest.value?.id,
  );

  const clear = () =>
    confirmChange(
      control.value.DELETE('/inbox'),
      'The inbox was cleared. The one-time passwords remain valid.',
    );

  return (
    <>
      <FilterBar>
        <Choice label="Channel" name="channel" value={channel} options={CHANNELS} />
        <TextField
          label="To"
          type="search"
          name="to"
          value={to}
          placeholder="part of a number or address"
        />
        <Button icon="trash" onClick={clear}>
          Clear the inbox
        </Button>
      </FilterBar>
      <Loaded resource={inbox}>
        {({ items }) => {
          const messages = items
            .filter((message) => message.to.toLowerCase().includes(to.trim().toLowerCase()))
            .toReversed();
          return messages.length === 0 ? (
            <EmptyState icon="inbox" title="No messages">
              <p>
                No real messages are sent. Codes requested by the app appear here. Sign in with the
                app, or try it here.
              </p>
              <Button onClick={() => goTo({ view: 'try', item: 'sms' })}>
                Try a sign-in by SMS
              </Button>
            </EmptyState>
          ) : (
            <ul class="stack">
              {messages.map((message) => (
                <Message key={message.id} message={message} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}

function Message({ message }: { message: InboxMessage }) {
  const { channel, to, code, clientId, sentAt, expiresAt, status } = message;
  const now = useNow();
  const remainingMs = now === undefined ? undefined : Date.parse(expiresAt) - now;
  const isExpired = remainingMs !== undefined && remainingMs <= 0;
  const state = status === 'pending' && isExpired ? 'expired' : status;
  return (
    <li class={`surface message ${state}`}>
      <div class="line message-code">
        <code>{code}</code>
        <CopyButton text={code} what={`the code ${code}`}>
          Copy
        </CopyButton>
      </div>
      <div class="message-recipient">
        <p>
          <Badge tone="plain">{channel === 'sms' ? 'SMS' : 'Email'}</Badge>{' '}
          <a href={getHref({ view: 'users', item: to })}>{to}</a>
        </p>
        <p class="faint">
          for {clientId}, sent {formatInstant(sentAt)}
        </p>
      </div>
      <div class="stack tight message-state">
        <StatusBadge status={state} />
        {state === 'pending' && remainingMs !== undefined && (
          <span class="time-left">{formatDuration(remainingMs)} left</span>
        )}
      </div>
    </li>
  );
}
