import { useState } from 'preact/hooks';

import type { CheckResult, Report, Verdict } from '../../contract/report.gen.ts';
import { readBody, getControlClient, ControlError } from '../api/control.ts';
import { toConformReport } from '../api/documents.ts';
import { Badge, Clause, type Tone } from '../parts/badge.tsx';
import { Button, Segments } from '../parts/button.tsx';
import { listNames } from '../parts/names-of.ts';
import { Empty, Loaded, Panel } from '../parts/panel.tsx';
import { pluralize, formatInstant } from '../parts/times.ts';
import { useResource } from '../state/live.ts';

/** The verdicts by importance. */
const VERDICT_TONES: Readonly<Record<Verdict, Tone>> = {
  fail: 'bad',
  error: 'bad',
  warn: 'warn',
  'not-tested': 'plain',
  observed: 'info',
  pass: 'good',
};

export function ConformReportPanel() {
  const report = useResource(async (signal) =>
    toConformReport(await readBody(getControlClient().GET('/conform-report', { signal }))),
  );
  if (report.error instanceof ControlError && report.error.status === 404) {
    return (
      <Panel title="Conformance report">
        <Empty icon="reports" title="No conformance report">
          <p>
            Check a deployment with <code>flagbearer conform URL --report-dir conform-report</code>,
            and start the sandbox with <code>--conform-report conform-report</code>.
          </p>
          <Button icon="reset" onClick={report.reload}>
            Reload
          </Button>
        </Empty>
      </Panel>
    );
  }
  return <Loaded resource={report}>{(shown) => <Verdicts report={shown} />}</Loaded>;
}

function Verdicts({ report }: { report: Report }) {
  const { target, startedAt, summary, results, openQuestions, stop } = report;
  const verdicts = listNames(VERDICT_TONES);
  const [chosen, setChosen] = useState<Verdict | 'all'>(
    verdicts.find((verdict) => verdict !== 'pass' && (summary?.[verdict] ?? 0) > 0) ?? 'all',
  );
  const options = [
    { value: 'all' as const, text: `all ${results.length}` },
    ...verdicts.map((value) => ({ value, text: `${value} ${summary?.[value] ?? 0}` })),
  ];
  const shown = results.filter(({ verdict }) => chosen === 'all' || verdict === chosen);
  return (
    <>
      <Panel title={`Conformance of ${target}`}>
        <p class="faint">
          {startedAt !== undefined && `${formatInstant(startedAt)} UTC, `}
          {pluralize(results.length, 'check')}
        </p>
        {stop !== undefined && (
          <p class="callout bad">
            <strong>The run ended early:</strong> {stop.message}
          </p>
        )}
        <Segments label="Verdicts" options={options} chosen={chosen} onChoose={setChosen} />
        {shown.length === 0 && <p class="faint">No checks with this verdict.</p>}
        <ul class="rows">
          {shown.map((result) => (
            <ResultRow key={result.id} result={result} />
          ))}
        </ul>
      </Panel>
      {openQuestions.length > 0 && (
        <Panel title="Open questions for the vendor">
          <ul class="rows">
            {openQuestions.map(({ key, clause, question, seen }) => (
              <li key={key} class="row">
                <div class="stack tight">
                  <p>
                    <code>{key}</code> <Clause of={clause} />
                  </p>
                  <p>{question}</p>
                  <p class="faint">{seen}</p>
                </div>
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
    <li class="row">
      <div class="stack tight">
        <p>
          <Badge tone={VERDICT_TONES[verdict]}>{verdict}</Badge> <strong>{title}</strong>{' '}
          <Clause of={clause} /> <span class="faint">{level}</span>{' '}
          {operation !== null && <span class="faint">{operation}</span>}
        </p>
        <p>
          {cause !== undefined && <strong>{cause}: </strong>}
          {reason}
        </p>
        {evidence.length > 0 && (
          <details>
            <summary>{pluralize(evidence.length, 'exchange')}</summary>
            {evidence.map(({ request, response, trouble }) => (
              <pre
                key={`${request.method} ${request.url} ${response?.body ?? ''}`}
                class="code"
                tabIndex={0}
                role="region"
                aria-label="Exchange"
              >
                {`${request.method} ${request.url}\n${request.body ?? ''}\n\n${
                  response === null
                    ? (trouble ?? 'no response')
                    : `${response.status}\n${response.body}`
                }`}
              </pre>
            ))}
          </details>
        )}
      </div>
    </li>
  );
}
