import type { ClientReport, Coverage, Mistake } from '../../contract/client-report.gen.ts';
import { control, readBody } from '../api/control.ts';
import { Badge, Clause } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { listNames } from '../parts/form.tsx';
import { EmptyState, Fact, Loaded, Panel } from '../parts/panel.tsx';
import { saveDocument } from '../parts/save-file.ts';
import { pluralize } from '../parts/times.ts';
import { lastRequest, useResource } from '../state/live.ts';
import { goTo, getHref } from '../state/route.ts';

const FILES = [
  { format: 'html', mediaType: 'text/html', extension: 'html', text: 'HTML' },
  { format: 'markdown', mediaType: 'text/markdown', extension: 'md', text: 'Markdown' },
  { format: 'junit', mediaType: 'application/xml', extension: 'xml', text: 'JUnit' },
] as const;

export function ClientReportPanel() {
  const report = useResource(readReport, [], lastRequest.value?.id);
  return (
    <Loaded resource={report}>
      {({ requests, mistakes, coverage }) => (
        <>
          <Panel
            title={formatTitle(mistakes.length, requests)}
            actions={FILES.map(({ format, mediaType, extension, text }) => (
              <Button
                key={format}
                icon="download"
                size="small"
                label={`Save as ${text}`}
                onClick={() =>
                  saveDocument(
                    `client-report.${extension}`,
                    `/client-report?format=${format}`,
                    mediaType,
                  )
                }
              >
                {text}
              </Button>
            ))}
          >
            {mistakes.length === 0 && <NoMistakes requests={requests} />}
            <ul class="rows">
              {mistakes.map((mistake) => (
                <MistakeRow key={mistake.rule} mistake={mistake} />
              ))}
            </ul>
          </Panel>
          <CoveragePanel coverage={coverage} />
        </>
      )}
    </Loaded>
  );
}

async function readReport(signal: AbortSignal): Promise<ClientReport> {
  const params = { query: { format: 'json' as const } };
  const report = await readBody(control.value.GET('/client-report', { params, signal }));
  // control.yaml declares only an object; the report has its own schema.
  return report as ClientReport;
}

function formatTitle(violatedRules: number, requests: number): string {
  if (requests === 0) return 'Client report';
  if (violatedRules === 0) return 'No mistakes';
  return pluralize(violatedRules, 'rule violated', 'rules violated');
}

function NoMistakes({ requests }: { requests: number }) {
  return requests === 0 ? (
    <EmptyState icon="traffic" title="No requests yet">
      <p>Use your app with this workspace. Its mistakes appear here, by clause.</p>
      <Button onClick={() => goTo({ view: 'try' })}>Send a request</Button>
    </EmptyState>
  ) : (
    <EmptyState icon="check" title="No rule was violated">
      <p>{pluralize(requests, 'request')} analysed.</p>
    </EmptyState>
  );
}

function MistakeRow({ mistake }: { mistake: Mistake }) {
  const { title, clause, message, hint, count, clients, entries } = mistake;
  return (
    <li class="row stack tight">
      <p>
        <strong>{title}</strong> <Clause of={clause} />{' '}
        <Badge tone="bad">{pluralize(count, 'time')}</Badge>{' '}
        {clients.map((id) => (
          <Badge key={id} tone="plain">
            {id}
          </Badge>
        ))}
      </p>
      <p>{message}</p>
      <p class="hint">{hint}</p>
      {entries.length > 0 && (
        <p class="faint">
          Examples:{' '}
          {entries.slice(-5).map((id, index) => (
            <a key={id} href={getHref({ view: 'traffic', item: id })}>
              request {index + 1}{' '}
            </a>
          ))}
        </p>
      )}
    </li>
  );
}

const COVERAGE_TITLES: Readonly<Record<Exclude<keyof Coverage, 'percent'>, string>> = {
  operations: 'Operations',
  variants: 'Wallet variants',
  signInMethods: 'Sign-in methods',
  userMasks: 'User masks',
  linking: 'Account linking',
  addedWallets: 'Added wallets',
  flagCategories: 'Flag categories',
  flags: 'Flags',
  kycStatuses: 'KYC statuses',
  cryptoStatuses: 'Crypto statuses',
  errorCauses: 'Error codes',
};

function CoveragePanel({ coverage }: { coverage: Coverage }) {
  const { percent } = coverage;
  return (
    <Panel title="Coverage by the clients">
      <div class="line">
        <meter min={0} max={100} value={percent} aria-label="Coverage" />
        <strong>{percent} %</strong>
      </div>
      <dl class="facts">
        {listNames(COVERAGE_TITLES).map((name) => (
          <Fact key={name} term={COVERAGE_TITLES[name]}>
            <span class="line">
              {coverage[name].seen.map((item) => (
                <Badge key={item} tone="good">
                  {item}
                </Badge>
              ))}
              {coverage[name].missing.map((item) => (
                <Badge key={item} tone="plain" title="Not covered yet">
                  {item}
                </Badge>
              ))}
            </span>
          </Fact>
        ))}
      </dl>
      <p class="faint">Green: covered. Grey: not covered yet.</p>
    </Panel>
  );
}
