import { useState } from 'preact/hooks';

import type { CheckResult, Report, Verdict } from '../../contract/report.gen.ts';
import { control, readBody, ControlError } from '../api/control.ts';
import { Clause, StatusBadge } from '../parts/badge.tsx';
import { Button, Segments } from '../parts/button.tsx';
import { EmptyState, Loaded, Panel } from '../parts/panel.tsx';
import { pluralize, formatInstant } from '../parts/times.ts';
import { refreshAll, useResource } from '../state/live.ts';

/** The verdicts by importance. */
const VERDICTS = ['fail', 'error', 'warn', 'not-tested', 'observed', 'pass'] as const;

export function ConformReportPanel() {
  const report = useResource((signal) =>
    readBody(control.value.GET('/conform-report', { signal })),
  );
  if (report.error instanceof ControlError && report.error.status === 404) {
    return (
      <Panel title="Conformance report">
        <EmptyState icon="reports" title="No conformance report">
          <p>
            Check a deployment with <code>flagbearer conform URL --report-dir conform-report</code>,
            and start the sandbox with <code>--conform-report conform-report</code>.
          </p>
          <Button icon="reset" onClick={refreshAll}>
            Reload
          </Button>
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Loaded resource={report}>
      {(document) => (
        // The sandbox checks the schemaVersion of report.json.
        <Verdicts report={document as unknown as Report} />
      )}
    </Loaded>
  );
}

function Verdicts({ report }: { report: Report }) {
  const { target, startedAt, summary, results, openQuestions, stop } = report;
  const [filter, setFilter] = useState<Verdict | 'all'>(
    VERDICTS.find((verdict) => verdict !== 'pass' && summary[verdict] > 0) ?? 'all',
  );
  const options = [
    { value: 'all' as const, text: `all ${results.length}` },
    ...VERDICTS.map((value) => ({ value, text: `${value} ${summary[value]}` })),
  ];
  const shownResults = results.filter(({ verdict }) => filter === 'all' || verdict === filter);
  return (
    <>
      <Panel title={`Conformance of ${target}`}>
        <p class="faint">
          {formatInstant(startedAt)} UTC, {pluralize(results.length, 'check')}
        </p>
        {stop !== undefined && (
          <p class="callout bad">
            <strong>The run ended early:</strong> {stop.message}
          </p>
        )}
        <Segments label="Verdicts" options={options} selected={filter} onSelect={setFilter} />
        {shownResults.length === 0 && <p class="faint">No checks with this verdict.</p>}
        <ul class="rows">
          {shownResults.map((result) => (
            <ResultRow key={result.id} result={result} />
          ))}
        </ul>
      </Panel>
      {openQuestions.length > 0 && (
        <Panel title="Open questions for the service owner">
          <ul class="rows">
            {openQuestions.map(({ key, clause, question, evidence }) => (
              <li key={key} class="row stack tight">
                <p>
                  <code>{key}</code> <Clause of={clause} />
                </p>
                <p>{question}</p>
                <p class="faint">{evidence}</p>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function ResultRow({ result }: { result: CheckResult }) {
  const { title, clause, level, verdict, cause, reason, operation, evidence } = result;
  return (
    <li class="row stack tight">
      <p>
        <StatusBadge status={verdict} /> <strong>{title}</strong> <Clause of={clause} />{' '}
        <span class="faint">{level}</span>{' '}
        {operation !== null && <span class="faint">{operation}</span>}
      </p>
      <p>
        {cause !== undefined && <strong>{cause}: </strong>}
        {reason}
      </p>
      {evidence.length > 0 && (
        <details>
          <summary>{pluralize(evidence.length, 'exchange')}</summary>
          {evidence.map(({ request, response, networkError }) => (
            <pre
              key={`${request.method} ${request.url} ${response?.body ?? ''}`}
              class="code"
              tabIndex={0}
              role="region"
              aria-label="Exchange"
            >
              {`${request.method} ${request.url}\n${request.body ?? ''}\n\n`}
              {response === null
                ? (networkError ?? 'no response')
                : `${response.status}\n${response.body}`}
            </pre>
          ))}
        </details>
      )}
    </li>
  );
}
