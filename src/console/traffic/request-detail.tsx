import type { JournalEntry, Schemas } from '../api/schemas.ts';
import { Clause, HttpStatusBadge } from '../parts/badge.tsx';
import { CopyButton, CopyLink } from '../parts/button.tsx';
import { HttpMessage } from '../parts/http-message.tsx';
import { formatInstant } from '../parts/times.ts';
import { getHref } from '../state/route.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { formatCurl, formatQuery } from './curl.ts';

/** Shows a request and its response without secrets, and the violated rule. */
export function RequestDetail({ entry }: { entry: JournalEntry }) {
  const facts = useFacts();
  const { at, operation, userId, outcome, request, response, durationMs, rule, fault } = entry;
  return (
    <article class="stack wide">
      <header class="line spread">
        <div>
          <h2>
            {operation ?? 'No operation'} <HttpStatusBadge status={response?.status} />
          </h2>
          <p class="faint">
            {formatInstant(at)} · {durationMs} ms · {outcome}
            {userId !== null && (
              <>
                {' · '}
                <a href={getHref({ view: 'users', item: userId })}>the user</a>
              </>
            )}
          </p>
        </div>
        <div class="line">
          <CopyLink to={getHref({ view: 'traffic', item: entry.id })} what="the request" />
          <CopyButton text={formatCurl(entry, facts)} what="as curl">
            Copy as curl
          </CopyButton>
        </div>
      </header>
      {rule !== undefined && (
        <p class="callout bad">
          <strong>Violated rule:</strong> <code>{rule.id}</code> <Clause of={rule.clause} />
        </p>
      )}
      {fault !== undefined && (
        <p class="callout warn">
          <strong>Simulated:</strong>{' '}
          {fault === 'prefer' ? 'requested by the Prefer header' : `fault ${fault}`}
        </p>
      )}
      {entry.chaos !== undefined && (
        <p class="callout warn">
          <strong>Chaos:</strong> {entry.chaos.join(', ')}
        </p>
      )}
      {entry.nearMiss !== undefined && <NearMiss nearMiss={entry.nearMiss} />}
      <div class="side-by-side">
        <HttpMessage
          title="Request"
          level="h3"
          line={`${request.method} ${request.path}${formatQuery(request.query)}`}
          headers={request.headers}
          body={request.body}
          noBodyText={request.bodyOmitted && OMITTED[request.bodyOmitted]}
        />
        {response === null ? (
          <section>
            <h3>Response</h3>
            <p class="faint">No response was sent.</p>
          </section>
        ) : (
          <HttpMessage
            title="Response"
            level="h3"
            line={`HTTP ${response.status}`}
            headers={response.headers}
            body={response.body}
            noBodyText={response.bodyOmitted && OMITTED[response.bodyOmitted]}
          />
        )}
      </div>
    </article>
  );
}

function NearMiss({ nearMiss }: { nearMiss: Schemas['NearMiss'] }) {
  return (
    <div class="callout info">
      <p>
        <strong>Similar to:</strong> {nearMiss.operation},{' '}
        <code>
          {nearMiss.method} {nearMiss.path}
        </code>
      </p>
      <ul>
        {nearMiss.differences.map(({ kind, message }) => (
          <li key={kind}>{message}</li>
        ))}
      </ul>
    </div>
  );
}

const OMITTED: Readonly<Record<Schemas['BodyOmitted'], string>> = {
  notRead: 'The response was sent before the body was read.',
  notJson: 'Not JSON, so secrets in it cannot be detected.',
  tooLarge: 'Too large for the journal.',
};
