import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { Clause, HttpStatusBadge } from '../parts/badge.tsx';
import { Button, CopyButton, Segments } from '../parts/button.tsx';
import { toOptions, listNames } from '../parts/form.tsx';
import { HttpMessage } from '../parts/http-message.tsx';
import { getHref } from '../state/route.ts';
import { useFacts } from '../state/workspace-facts.ts';
import { formatQuery, quoteForShell } from '../traffic/curl.ts';
import {
  createUserReadRequest,
  type Caller,
  send,
  getText,
  type Exchange,
  getUrl,
  type ServiceRequest,
} from './requests.ts';

interface StepProps {
  readonly title: string;
  readonly clause?: string;
  /** Default: the title. */
  readonly runLabel?: string;
  readonly onRun: () => Promise<unknown>;
  /** Why the user cannot run the step yet; undefined if the user can run it. */
  readonly unavailableReason?: string | undefined;
  /** The exchange of the step, once it is complete. */
  readonly exchange?: Exchange | undefined;
  readonly children?: ComponentChildren;
}

/** One step of a sign-in: a button, then the exchange and code samples for the request. */
export function Step(props: StepProps) {
  const { title, clause, runLabel = title, onRun, unavailableReason, exchange, children } = props;
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
            disabled={unavailableReason !== undefined}
            onClick={onRun}
          >
            {runLabel}
          </Button>
        </div>
        {unavailableReason !== undefined && <p class="faint">{unavailableReason}</p>}
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

/** The last step of every sign-in: the client reads the user with the flags (§4.8, §7). */
export function UserStep({
  caller,
  signInExchange,
}: {
  caller: Caller;
  signInExchange: Exchange | undefined;
}) {
  const { baseUrl } = useFacts();
  const [exchange, setExchange] = useState<Exchange>();
  const sessionJwt = getText(signInExchange, 'sessionJwt');
  const id = getText(signInExchange, 'userMask', 'id');

  useEffect(() => setExchange(undefined), [signInExchange]);

  return (
    <Step
      title="Read the user"
      clause="4.8"
      onRun={async () =>
        setExchange(await send(baseUrl, createUserReadRequest(caller, { sessionJwt, id })))
      }
      unavailableReason={sessionJwt === '' ? 'No user is signed in yet.' : undefined}
      exchange={exchange}
    >
      {id !== '' && <a href={getHref({ view: 'users', item: id })}>Open the card of the user</a>}
    </Step>
  );
}

/** Functions that format a request as code. */
const CODE_FORMATS = {
  curl: formatCurlCode,
  fetch: formatFetchCode,
  'typed client': formatTypedCode,
} as const;

function formatCurlCode(request: ServiceRequest, baseUrl: string): string {
  const { method, headers, body } = request;
  return [
    `curl -X ${method} ${quoteForShell(getUrl(baseUrl, request))}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoteForShell(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

function formatFetchCode(request: ServiceRequest, baseUrl: string): string {
  const { method, headers, body } = request;
  return [
    `const response = await fetch(${formatScript(getUrl(baseUrl, request))}, {`,
    ...indent([
      `method: ${formatScript(method)},`,
      `headers: ${formatScript(headers)},`,
      ...(body === undefined ? [] : [`body: JSON.stringify(${formatScript(body)}),`]),
    ]),
    '});',
    'const body = await response.json();',
  ].join('\n');
}

function formatTypedCode(request: ServiceRequest, baseUrl: string): string {
  const { method, path, query, headers, body } = request;
  const { 'content-type': _, ...clientHeaders } = headers;
  const options = [
    ...(query === undefined ? [] : [`params: { query: ${formatScript(query)} },`]),
    ...(body === undefined ? [] : [`body: ${formatScript(body)},`]),
  ];
  const call = `const { data, error } = await service.${method}(${formatScript(path)}`;
  return [
    `// npm install openapi-fetch openapi-typescript`,
    `// npx openapi-typescript ${baseUrl}/sandbox/openapi.json -o service.ts`,
    `import createClient from 'openapi-fetch';`,
    `import type { paths } from './service.ts';`,
    '',
    'const service = createClient<paths>({',
    ...indent([`baseUrl: ${formatScript(baseUrl)},`, `headers: ${formatScript(clientHeaders)},`]),
    '});',
    ...(options.length === 0 ? [`${call});`] : [`${call}, {`, ...indent(options), '});']),
  ].join('\n');
}

function indent(parts: readonly string[]): string[] {
  return parts.flatMap((part) => part.split('\n')).map((line) => `  ${line}`);
}

/** Returns a value as JavaScript: JSON with unquoted names where possible. */
function formatScript(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');
}
