import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';

import { Clause, HttpStatusBadge } from '../parts/badge.tsx';
import { Button, CopyButton, Segments } from '../parts/button.tsx';
import { HttpMessage } from '../parts/http-message.tsx';
import { toOptions } from '../parts/form.tsx';
import { listNames } from '../parts/names-of.ts';
import { getHref } from '../state/route.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { formatQuery } from '../traffic/curl.ts';
import { CODE_FORMATS } from './code-samples.ts';
import { send, getText, type Exchange } from './exchange.ts';
import { readUser, type Caller } from './requests.ts';

interface StepProps {
  readonly title: string;
  readonly clause?: string;
  /** The label of the button. Default: the title. */
  readonly run?: string;
  readonly onRun: () => Promise<unknown>;
  /** Why the step is not possible yet. */
  readonly waitsFor?: string | undefined;
  /** The exchange of the step, once it is complete. */
  readonly exchange?: Exchange | undefined;
  readonly children?: ComponentChildren;
}

/** One step of a sign-in: a button, then the exchange with all headers, and the code for it. */
export function Step(props: StepProps) {
  const { title, clause, run = title, onRun, waitsFor, exchange, children } = props;
  const heading = useId();
  return (
    <section
      class={`surface step ${exchange === undefined ? '' : 'taken'}`}
      aria-labelledby={heading}
    >
      <header class="line">
        <span class="step-number" aria-hidden="true" />
        <h3 id={heading}>
          {title} <Clause of={clause} />
        </h3>
        {exchange && <HttpStatusBadge status={exchange.response.status} />}
      </header>
      <div class="stack step-body">
        <div class="form-row">
          {children}
          <Button
            variant={exchange === undefined ? 'primary' : 'plain'}
            disabled={waitsFor !== undefined}
            onClick={onRun}
          >
            {run}
          </Button>
        </div>
        {waitsFor !== undefined && <p class="faint">{waitsFor}</p>}
        {exchange && <ExchangeView exchange={exchange} />}
      </div>
    </section>
  );
}

function ExchangeView({ exchange }: { exchange: Exchange }) {
  const { request, response } = exchange;
  return (
    <>
      <div class="side-by-side">
        <HttpMessage
          title="Request"
          level="h4"
          line={`${request.method} ${request.path}${formatQuery(request.query ?? {})}`}
          headers={listServiceHeaders(request.headers)}
          body={request.body}
        />
        <HttpMessage
          title="Response"
          level="h4"
          line={`HTTP ${response.status} in ${response.durationMs} ms`}
          headers={listServiceHeaders(response.headers)}
          body={response.body}
        />
      </div>
      <CodeSamples exchange={exchange} />
    </>
  );
}

/** Headers that are not specific to the service. */
const GENERAL_HEADERS = new Set(['connection', 'date', 'keep-alive', 'content-length', 'accept']);

function listServiceHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !GENERAL_HEADERS.has(name)));
}

function CodeSamples({ exchange }: { exchange: Exchange }) {
  const { baseUrl } = useFacts();
  const [language, setLanguage] = useState<keyof typeof CODE_FORMATS>('curl');
  const code = CODE_FORMATS[language](exchange.request, baseUrl);
  return (
    <details>
      <summary>As code</summary>
      <div class="stack">
        <Segments
          label="Language"
          options={toOptions(listNames(CODE_FORMATS))}
          selected={language}
          onSelect={setLanguage}
        />
        <div class="code-frame">
          <CopyButton text={code} what={`the code in ${language}`} />
          <pre class="code" tabIndex={0} role="region" aria-label={`Code in ${language}`}>
            {code}
          </pre>
        </div>
      </div>
    </details>
  );
}

/** The last step of every sign-in: the client reads the user and reviews the flags (§4.8, §7). */
export function UserStep({
  caller,
  authenticated,
}: {
  caller: Caller;
  authenticated: Exchange | undefined;
}) {
  const { baseUrl } = useFacts();
  const [exchange, setExchange] = useState<Exchange>();
  const sessionJwt = getText(authenticated, 'sessionJwt');
  const id = getText(authenticated, 'userMask', 'id');

  useEffect(() => setExchange(undefined), [authenticated]);

  return (
    <Step
      title="Read the user"
      clause="4.8"
      onRun={async () => setExchange(await send(baseUrl, readUser(caller, { sessionJwt, id })))}
      waitsFor={sessionJwt === '' ? 'No user is signed in yet.' : undefined}
      exchange={exchange}
    >
      {id !== '' && <a href={getHref({ view: 'users', item: id })}>Open the card of the user</a>}
    </Step>
  );
}
