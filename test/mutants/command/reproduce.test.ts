/** In a report, "Reproduce" shows the request with the wrong response, not the requests before it. */
import { expect, it } from 'vitest';
import { formatCurl } from '../../../src/reporting/text/curl-command.ts';
import type { CheckResult, Report } from '../../../src/reporting/report.ts';
import { defaultDialect } from '../../../src/dialect/keys.ts';
import { createSandboxDeployment } from '../deployments.ts';
import { getOperator } from '../operators/index.ts';
import { useTargets } from '../sandbox-targets.ts';
import { withMutant } from '../with-mutant.ts';
import { runConform } from '../../cli/conform/run-conform.ts';
import { createRealRunner } from './real-runner.ts';

const targets = useTargets();

type Exchange = CheckResult['evidence'][number];

interface FailingRequest {
  readonly status: number;
  readonly path: string;
  /** Matches the lines of the request: method, headers, body. */
  readonly pattern: RegExp;
  /** Whether the run detects the dialect, because the check fails during detection. Default: false. */
  readonly detectsDialect?: boolean;
}

const startPath = '/v1/auth/cryptoWallet:start';
const authenticatePath = '/v1/auth/cryptoWallet:authenticate';
const smsAuthenticatePath = '/v1/auth/otp/sms:authenticate';

/** The mutant, the check that must fail, and the failing request. */
const cases: readonly [mutant: string, check: string, failing: FailingRequest][] = [
  [
    'startWalletAuth does not require service-client-id',
    '5.1.credentials.missing-refused/startWalletAuth',
    { status: 200, path: startPath, pattern: /^(?![^]*service-client-id)/ },
  ],
  [
    'startWalletAuth rejects application/json',
    '2.1.content-type.json-accepted/startWalletAuth',
    { status: 415, path: startPath, pattern: /^content-type: application\/json$/m },
  ],
  [
    'startWalletAuth accepts PUT instead of POST',
    '4.method.post/startWalletAuth',
    { status: 405, path: startPath, pattern: /^POST/ },
  ],
  [
    'a signature by any key is accepted',
    '5.3.wallet.other-signer-refused/network-ethereum',
    { status: 200, path: authenticatePath, pattern: /"signature":"<signature>"/ },
  ],
  [
    'startWalletAuth exists only without /v1',
    '9.path.v1/startWalletAuth',
    { status: 404, path: startPath, pattern: /^POST/ },
  ],
  [
    'startWalletAuth rejects an Accept header',
    '4.1.headers',
    { status: 400, path: startPath, pattern: /^accept: application\/json$/m },
  ],
  [
    'authenticateSmsOtp does not exist',
    '4.5.operation.authenticates',
    { status: 404, path: smsAuthenticatePath, pattern: /^POST/, detectsDialect: true },
  ],
  [
    'authenticateSmsOtp accepts a wrong code',
    '4.5.otp.wrong-refused/longer',
    { status: 200, path: smsAuthenticatePath, pattern: /"otp":"<one-time password>0"/ },
  ],
  [
    'authenticateSmsOtp accepts a code twice',
    '4.5.otp.one-time',
    { status: 200, path: smsAuthenticatePath, pattern: /"otp":"<one-time password>"/ },
  ],
  [
    'the user read requires no session',
    '4.8.operation.reads/no-session',
    { status: 200, path: '/user', pattern: /^(?![^]*authorization)/ },
  ],
];

it.each(cases)(
  'shows the failing request if %s (%s)',
  async (name, id, { status, path, pattern, detectsDialect = false }) => {
    const { result, files } = await runMutant(name, id, detectsDialect);
    const exchange = result.evidence.at(-1);
    if (exchange === undefined) throw new Error('the failure has no evidence');
    expect(exchange.response?.status).toBe(status);
    expect(new URL(exchange.request.url).pathname).toBe(path);
    expect(formatRequest(exchange)).toMatch(pattern);

    const command = formatCurl(exchange.request);
    const inMarkdown = files['conform-report/summary.md']
      ?.split(`\`${id}\``)[1]
      ?.split('</details>')[0];
    expect(inMarkdown).toContain(`Reproduce (status ${status})`);
    expect(inMarkdown).toContain(command);
    const inJunit = files['conform-report/junit.xml']
      ?.split(`name="${id}:`)[1]
      ?.split('</testcase>')[0];
    expect(unescapeText(inJunit)).toContain(`reproduce: ${command}`);
    const inHtml = files['conform-report/report.html']
      ?.split(`id="check-${id}"`)[1]
      ?.split('</article>')[0];
    const [, openDetails, ...otherOpenDetails] = inHtml?.split('<details class="call" open>') ?? [];
    expect(otherOpenDetails).toEqual([]);
    expect(unescapeText(openDetails)).toContain(command);
  },
);

async function runMutant(name: string, id: string, detectsDialect: boolean) {
  const deployment = await createSandboxDeployment(targets);
  const client = ['--client-id', 'wallet-app', '--client-secret', 'wallet-app-secret'];
  const args = [...client, '--access-token', 'wallet-app-token', '--only', id];
  const runner = createRealRunner(detectsDialect ? {} : { assumedDialect: defaultDialect });
  const { files } = await withMutant(deployment, getOperator(name).mutate, (url) =>
    runConform([url, ...args], { runner, env: {} }),
  );
  const report: Report = JSON.parse(files['conform-report/report.json'] ?? '');
  const result = report.results.find((each) => each.id === id && each.verdict === 'fail');
  if (result === undefined) throw new Error(`${id} did not fail`);
  return { result, files };
}

function formatRequest({ request: { method, headers, body } }: Exchange): string {
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  return [method, ...lines, body ?? ''].join('\n');
}

/** Returns the text of XML or HTML without escapes. */
function unescapeText(text = ''): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&apos;', "'")
    .replaceAll('&#10;', '\n')
    .replaceAll('&amp;', '&');
}
