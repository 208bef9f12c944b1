import type { ComponentChildren } from 'preact';

import type { JournalEntry, Schemas } from '../api/schemas.ts';
import { Badge, Clause } from '../parts/badge.tsx';
import { CopyButton, CopyLink } from '../parts/copy-button.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { instantText } from '../parts/times.ts';
import { hrefOf } from '../state/route.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { curlOf } from './curl.ts';
import { statusTone } from './status-tone.ts';

/** A request beside its response, without secrets, with the broken rule. */
export function RequestDetail({ entry }: { readonly entry: JournalEntry }) {
  const { baseUrl, clients } = useFacts();
  const { at, operation, userId, outcome, request, response, durationMs, rule, fault } = entry;
  return (
    <article class="card">
      <header class="card-head">
        <div>
          <h2>
            {operation ?? 'No operation'}{' '}
            <Badge tone={statusTone(response?.status)}>{response?.status ?? 'no response'}</Badge>
          </h2>
          <p class="faint">
            {instantText(at)} · {durationMs} ms · {outcome}
            {userId !== null && (
              <>
                {' · '}
                <a href={hrefOf({ view: 'users', item: userId })}>the user</a>
              </>
            )}
          </p>
        </div>
        <div class="actions">
          <CopyLink to={hrefOf({ view: 'traffic', item: entry.id })} what="the request" />
          <CopyButton text={curlOf(entry, { baseUrl, clients })} what="as curl">
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
        <Message
          title="Request"
          line={`${request.method} ${request.path}${queryText(request.query)}`}
          message={request}
        />
        {response === null ? (
          <section>
            <h3>Response</h3>
            <p class="faint">No response was sent.</p>
          </section>
        ) : (
          <Message title="Response" line={`HTTP ${response.status}`} message={response} />
        )}
      </div>
    </article>
  );
}

function NearMiss({ nearMiss }: { readonly nearMiss: Schemas['NearMiss'] }) {
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

type HttpMessage = Pick<Schemas['JournalResponse'], 'headers' | 'body' | 'bodyOmitted'>;

const OMITTED: Readonly<Record<Schemas['BodyOmitted'], string>> = {
  notRead: 'The response was sent before the body was read.',
  notJson: 'Not JSON, so secrets in it cannot be detected.',
  tooLarge: 'Too large for the journal.',
};

function Message({
  title,
  line,
  message,
}: {
  readonly title: string;
  readonly line: string;
  readonly message: HttpMessage;
}) {
  const { headers, body, bodyOmitted } = message;
  return (
    <section>
      <h3>{title}</h3>
      <p class="http-line">
        <code>{line}</code>
      </p>
      <dl class="headers">
        {Object.entries(headers).map(([name, value]) => (
          <Header key={name} name={name}>
            {[value].flat().join(', ')}
          </Header>
        ))}
      </dl>
      {body === undefined ? (
        <p class="faint">{bodyOmitted === undefined ? 'No body.' : OMITTED[bodyOmitted]}</p>
      ) : (
        <JsonView value={body} label={`${title} body`} />
      )}
    </section>
  );
}

function Header({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ComponentChildren;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function queryText(query: Schemas['JournalFields']): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${one}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
