import type { JournalEntry } from '../api/schemas.ts';
import { Badge, statusTone } from '../parts/badge.tsx';
import { timeText } from '../parts/times.ts';
import { hrefOf, route } from '../state/route.ts';

/** A request in the list: outcome, operation, client. */
export function RequestRow({
  entry,
  isChosen,
}: {
  readonly entry: JournalEntry;
  readonly isChosen: boolean;
}) {
  const { id, at, operation, request, response, outcome, clientId, fault, chaos, durationMs } =
    entry;
  return (
    <li>
      <a
        class="list-row request-row"
        href={hrefOf({ view: 'traffic', item: id, filters: route.value.filters })}
        aria-current={isChosen ? 'true' : undefined}
      >
        <Badge tone={statusTone(response?.status)}>{response?.status ?? 'none'}</Badge>
        <span class="list-text">
          <span class="list-name">{operation ?? `${request.method} ${request.path}`}</span>
          <span class="faint">
            {timeText(at)} · {clientId ?? 'no client'} · {durationMs} ms
          </span>
        </span>
        {outcome !== 'accepted' && <span class="request-outcome">{outcome}</span>}
        {fault !== undefined && <Badge tone="warn">fault</Badge>}
        {chaos !== undefined && <Badge tone="warn">chaos</Badge>}
      </a>
    </li>
  );
}
