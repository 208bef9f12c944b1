import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

import { Badge, Clause } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useFacts } from '../state/workspace-facts.ts';
import { statusTone } from '../traffic/status-tone.ts';
import { codeOf, LANGUAGES } from './code-samples.ts';
import type { Language } from './code-samples.ts';
import type { Exchange } from './exchange.ts';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly clause?: string;
  /** The label of the button. */
  readonly run: string;
  readonly onRun: () => Promise<unknown>;
  /** Why it can't be taken yet; undefined when it can. */
  readonly waitsFor?: string | undefined;
  /** The exchange, once it is complete. */
  readonly exchange?: Exchange | undefined;
  readonly children?: ComponentChildren;
}

/** One step of a sign-in: taken by a button, then shown to the last header, with the code for it. */
export function Step(props: StepProps) {
  const { number, title, clause, run, onRun, waitsFor, exchange, children } = props;
  const heading = useId();
  return (
    <section class={`step ${exchange === undefined ? '' : 'taken'}`} aria-labelledby={heading}>
      <header>
        <span class="step-number" aria-hidden="true">
          {number}
        </span>
        <h3 id={heading}>
          {title} <Clause of={clause} />
        </h3>
        {exchange !== undefined && (
          <Badge tone={statusTone(exchange.response.status)}>{exchange.response.status}</Badge>
        )}
      </header>
      <div class="step-body">
        <div class="form-row">
          {children}
          <Button
            look={exchange === undefined ? 'primary' : 'plain'}
            disabled={waitsFor !== undefined}
            onClick={onRun}
          >
            {run}
          </Button>
        </div>
        {waitsFor !== undefined && <p class="faint">{waitsFor}</p>}
        {exchange !== undefined && <ShownExchange exchange={exchange} />}
      </div>
    </section>
  );
}

function ShownExchange({ exchange }: { readonly exchange: Exchange }) {
  const { request, response } = exchange;
  const query = new URLSearchParams(request.query).toString();
  return (
    <>
      <div class="side-by-side">
        <section>
          <h4>Request</h4>
          <p class="http-line">
            <code>
              {request.method} {request.path}
              {query === '' ? '' : `?${query}`}
            </code>
          </p>
          <HeaderList headers={request.headers} />
          {request.body !== undefined && <JsonView value={request.body} label="Request body" />}
        </section>
        <section>
          <h4>Response</h4>
          <p class="http-line">
            <code>
              HTTP {response.status} in {response.durationMs} ms
            </code>
          </p>
          <HeaderList headers={response.headers} />
          {response.body !== '' && <JsonView value={response.body} label="Response body" />}
        </section>
      </div>
      <CodeSamples exchange={exchange} />
    </>
  );
}

/** Headers that are not specific to the service. */
const PLUMBING = new Set(['connection', 'date', 'keep-alive', 'content-length', 'accept']);

function HeaderList({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  return (
    <dl class="headers">
      {Object.entries(headers)
        .filter(([name]) => !PLUMBING.has(name))
        .map(([name, value]) => (
          <>
            <dt key={name}>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  );
}

function CodeSamples({ exchange }: { readonly exchange: Exchange }) {
  const { baseUrl } = useFacts();
  const [language, setLanguage] = useState<Language>('curl');
  const code = codeOf(language, exchange.request, baseUrl);
  return (
    <details class="code-samples">
      <summary>As code</summary>
      <Tabs
        label="Language"
        tabs={LANGUAGES.map((name) => ({ name, text: name }))}
        chosen={language}
        onChoose={setLanguage}
      >
        <div class="code-frame">
          <CopyButton text={code} what={`the code in ${language}`} />
          <pre class="code" tabIndex={0} role="region" aria-label={`Code in ${language}`}>
            {code}
          </pre>
        </div>
      </Tabs>
    </details>
  );
}
