import { Badge } from '../parts/badge.tsx';
import { CopyableCode } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { formatInstant } from '../parts/times.ts';
import { isClockFrozen, useNow } from '../state/clock.ts';
import { connection } from '../state/live.ts';
import { getHref } from '../state/route.ts';
import { useFacts } from '../state/workspace-facts.ts';

const CONNECTIONS = {
  connecting: { text: 'Connecting', tone: 'plain' },
  live: { text: 'Live', tone: 'good' },
  lost: { text: 'Reconnecting', tone: 'bad' },
  gone: { text: 'Unknown workspace', tone: 'bad' },
} as const;

/** The title of the view, with base URL, scenario and clock of the workspace. */
export function PageHead({ title }: { title: string }) {
  const { baseUrl, health } = useFacts();
  const { text, tone } = CONNECTIONS[connection.value];
  return (
    <div class="line spread">
      <h1>{title}</h1>
      <ul class="line page-facts" aria-label="The workspace">
        <li>
          <span class={`pulse ${tone}`} />
          {text}
        </li>
        <li>
          <a href={getHref({ view: 'scenarios' })} title="The loaded scenario">
            <Icon name="scenarios" />
            {health.scenario}
          </a>
        </li>
        <li>
          <ClockFact />
        </li>
        {health.dialectOrigin && (
          <li title={`Dialect ${health.dialectOrigin.hash.slice(0, 12)}`}>
            Dialect of {health.dialectOrigin.target}, {health.dialectOrigin.date.slice(0, 10)}
          </li>
        )}
        <li class="base-url">
          <CopyableCode text={baseUrl} what="the base URL" />
        </li>
      </ul>
    </div>
  );
}

function ClockFact() {
  const now = useNow();
  return (
    <a href={getHref({ view: 'clock' })} title="The workspace clock, in UTC">
      <Icon name="clock" />
      <time>{now === undefined ? '…' : formatInstant(now)}</time>
      {isClockFrozen() && <Badge tone="info">frozen</Badge>}
    </a>
  );
}
