/** Exit codes of conform, and the first lines of its output. */
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { Report } from '../../../src/reporting/report.ts';
import { declaredAccounts } from '../accounts.ts';
import { createSandboxDeployment } from '../deployments.ts';
import { createResponse, parseFields, isAccepted, withBody } from '../exchange.ts';
import type { Mutate } from '../mutate.ts';
import { useTargets } from '../sandbox-targets.ts';
import { getOperator } from '../operators/index.ts';
import { withMutant } from '../with-mutant.ts';
import { runConform, type ConformResult } from '../../cli/conform/run-conform.ts';
import { createRealRunner } from './real-runner.ts';

const targets = useTargets();

const credentials = [
  ...['--client-id', 'wallet-app', '--client-secret', 'wallet-app-secret'],
  ...['--access-token', 'wallet-app-token'],
];

interface Run extends ConformResult {
  readonly report: Report;
  /** The lines of the output up to the operation table. */
  readonly firstLines: readonly string[];
}

interface RunOptions {
  readonly args?: readonly string[];
  readonly conform?: object;
  readonly files?: Readonly<Record<string, string>>;
  readonly runner?: ReturnType<typeof createRealRunner>;
}

async function conform(
  target: string,
  { args = [], conform: section = {}, files = {}, runner = createRealRunner() }: RunOptions = {},
): Promise<Run> {
  const result = await runConform([target, ...credentials, ...args], {
    runner,
    files: { 'flagbearer.config.yaml': stringify({ conform: section }), ...files },
    env: {},
  });
  const report: Report = JSON.parse(result.files['conform-report/report.json'] ?? 'null');
  const [summary = ''] = result.stdout.trimStart().split('\n\n');
  return { ...result, report, firstLines: summary.split('\n') };
}

/** Runs against a sandbox behind a proxy that changes requests or responses. */
async function conformMutant(mutate: Mutate, options: RunOptions = {}) {
  const deployment = await createSandboxDeployment(targets);
  return withMutant(deployment, mutate, (url) => conform(url, options));
}

/** Returns an account of the sandbox in the format of a configuration file. */
function getAccount(name: string): object {
  const account = declaredAccounts.find((each) => each.name === name);
  if (account === undefined) throw new Error(`no account ${name}`);
  return Object.fromEntries(Object.entries(account).filter(([, value]) => value !== null));
}

const listFailures = ({ report }: Run) =>
  report.results.filter(({ verdict }) => verdict === 'fail').map(({ id, reason }) => [id, reason]);

const getCoverage = ({ report }: Run) =>
  Object.fromEntries((report.operations ?? []).map((row) => [row.operation, row.coverage]));

describe('a sandbox', () => {
  it('passes with client id, client secret and access token alone', async () => {
    const run = await conform(await targets.create());
    expect(run.exit).toBe(0);
    expect(new Set(Object.values(getCoverage(run)))).toEqual(new Set(['covered']));
    expect(run.stdout).toContain('Nothing failed, 8 of 8 operations covered.\n');
    expect(run.report.unusableInputs).toEqual([]);
  });
});

it('a user object that is not found makes a run with declared accounts incomplete', async () => {
  const hideUser: Mutate = async ({ request, forward }) => {
    const response = await forward();
    if (!request.path.endsWith('/user') || !isAccepted(response)) return response;
    // Discovery does not search three levels deep.
    return withBody(response, { a: { b: { c: parseFields(response) } } });
  };
  const run = await conformMutant(hideUser, { conform: { accounts: [getAccount('in-review')] } });
  expect(listFailures(run)).toEqual([]);
  expect(run.exit).toBe(4);
  expect(run.firstLines).toEqual([
    'Incomplete: nothing failed, 8 of 8 operations covered, 1 problem to fix.',
    expect.stringMatching(
      /accounts\[in-review\]: .*user\.envelope.* Set user\.envelope in a dialect/,
    ),
  ]);
});

describe('an operation that never succeeds', () => {
  const removeUserRead: Mutate = async ({ request, forward }) =>
    request.path.endsWith('/user') ? createResponse(404, {}) : forward();

  it('makes the run incomplete, and the first lines name it, the attempts and the fix', async () => {
    const run = await conformMutant(removeUserRead);
    expect(listFailures(run)).toEqual([]);
    expect(run.exit).toBe(4);
    expect(run.firstLines).toEqual([
      'Incomplete: nothing failed, 7 of 8 operations covered, 1 problem to fix.',
      expect.stringMatching(
        /^ {2}- getUser is not covered: .*\/user: 404, \/v1\/user: 404, .*Set user\.path in a dialect file and pass it with --dialect\.$/,
      ),
    ]);
    expect(run.stdout).toMatch(/^getUser +NOT COVERED /m);
  });

  it('is out of scope with --skip in every report', async () => {
    const run = await conformMutant(removeUserRead, { args: ['--skip', 'getUser'] });
    expect(listFailures(run)).toEqual([]);
    expect(run.exit).toBe(0);
    expect(getCoverage(run)).toMatchObject({ getUser: 'skipped', startWalletAuth: 'covered' });
    expect(run.stdout).toContain('Nothing failed, 7 of 7 operations covered, 1 skipped.\n');
    expect(run.files['conform-report/summary.md']).toContain('| `getUser` | skipped |');
    expect(run.files['conform-report/report.html']).toContain('<tr role="row" class="skipped">');
    expect(run.files['conform-report/junit.xml']).toContain(
      '<skipped message="getUser is out of scope"',
    );
  });
});

describe('--skip', () => {
  it('sends no request of the operation and removes its checks', async () => {
    const sent: string[] = [];
    const run = await conformMutant(
      async ({ request, forward }) => {
        sent.push(request.path);
        return forward();
      },
      { args: ['--skip', 'addWalletToUser', '--skip', 'sendSmsOtp'] },
    );
    expect(sent.filter((path) => /addToUser|sms:send/.test(path))).toEqual([]);
    expect(sent.length).toBeGreaterThan(100);
    const operations = new Set(
      run.report.results.map(({ operation, level }) => (level === 'OPEN' ? null : operation)),
    );
    expect(operations).not.toContain('addWalletToUser');
    expect(operations).not.toContain('sendSmsOtp');
    expect(operations).toContain('sendEmailOtp');
    // Without a send no code arrives, so authenticate must be skipped, too.
    expect(run.exit).toBe(4);
    expect(run.firstLines[1]).toMatch(
      /is not covered: needs sendSmsOtp, which is skipped\. Skip authenticateSmsOtp too, or do not skip sendSmsOtp\.$/,
    );
  });
});

describe('--only', () => {
  it('limits the scope to the operations of the chosen checks', async () => {
    const run = await conform(await targets.create(), {
      args: ['--only', '4.1', '--only', '4.6'],
    });
    expect(run.exit).toBe(0);
    const covered = Object.entries(getCoverage(run)).filter(
      ([, coverage]) => coverage !== 'skipped',
    );
    expect(covered).toEqual([
      ['startWalletAuth', 'covered'],
      ['sendEmailOtp', 'covered'],
    ]);
  });
});

describe('an unusable input', () => {
  it('is reported with the send if the OTP source returns no code', async () => {
    const source = 'command:exit 0';
    const run = await conformMutant(({ forward }) => forward(), {
      args: ['--otp-source', source, '--skip', 'sendEmailOtp', '--skip', 'authenticateEmailOtp'],
    });
    expect(listFailures(run)).toEqual([]);
    expect(run.exit).toBe(4);
    expect(run.report.unusableInputs).toEqual([
      {
        input: 'otpSource',
        reason: expect.stringMatching(/^no code for the sms send to \+\d+: the source /),
      },
    ]);
    expect(run.firstLines.join('\n')).toMatch(/- otpSource: no code for the sms send to \+\d+: /);
    const flow = run.report.results.find(({ id }) => id === '5.4.sms.flow');
    expect(flow).toMatchObject({ verdict: 'error', cause: 'environment' });
  });

  it('is reported if a declared flag is returned with the name of another category', async () => {
    const declared = { ...getAccount('failed'), flags: [{ code: 'T1001', category: 'Fraud' }] };
    const run = await conformMutant(({ forward }) => forward(), {
      conform: { accounts: [declared] },
    });
    expect(listFailures(run)).toEqual([]);
    expect(run.exit).toBe(4);
    expect(run.firstLines.join('\n')).toContain(
      'category of flag T1001: declared Fraud, read Transaction Processing.',
    );
  });

  it('is reported with both values if a declared account differs from its user read', async () => {
    const declared = {
      ...getAccount('failed'),
      kycStatus: 'DECLINED',
      flags: [{ code: 'K1001', category: 'KYC Review' }],
      transactions: [{ cryptoStatus: 'COMPLETE' }],
    };
    const run = await conformMutant(({ forward }) => forward(), {
      conform: { accounts: [declared] },
    });
    expect(listFailures(run)).toEqual([]);
    expect(run.exit).toBe(4);
    expect(run.firstLines[1]).toBe(
      '  - accounts[failed]: kycStatus: declared DECLINED, read APPROVED; flags: declared K1001, read T1001; transactions: declared COMPLETE, read FAILED.',
    );
    const aboutAccounts = run.report.results.filter(({ reason }) => reason.startsWith('accounts['));
    expect(new Set(aboutAccounts.map(({ verdict }) => verdict))).toEqual(new Set(['error']));
  });

  it('is reported if the second client is rejected', async () => {
    const secondClient = { clientId: 'exchange-app', clientSecret: 'mistyped' };
    const run = await conform(await targets.create(), { conform: { secondClient } });
    expect(listFailures(run)).toEqual([]);
    expect(run.exit).toBe(4);
    expect(run.firstLines).toEqual([
      'Incomplete: nothing failed, 8 of 8 operations covered, 1 problem to fix.',
      '  - secondClient: a request of the second client is rejected: startWalletAuth returns 401. Check clientId and clientSecret of conform.secondClient in flagbearer.config.yaml.',
    ]);
  });

  it('does not hide a failure', async () => {
    const secondClient = { clientId: 'exchange-app', clientSecret: 'mistyped' };
    const run = await conformMutant(getOperator('a signature by any key is accepted').mutate, {
      conform: { secondClient },
    });
    expect(run.exit).toBe(1);
    expect(run.firstLines[0]).toBe('Missing:');
    expect(run.firstLines[1]).toMatch(
      /^ {2}- secondClient: a request of the second client is rejected/,
    );
    expect(run.stdout).toContain('Failures:\n');
  });
});

describe('declared accounts', () => {
  it('can have flags of any category and additional fields', async () => {
    const additionalFlag = { code: 'L1001', category: 'Account Limits', severity: 3 };
    const run = await conformMutant(
      async ({ request, forward }) => {
        const response = await forward();
        if (request.operation !== 'getUser' || !response.text.includes('"K1001"')) return response;
        const user = JSON.parse(response.text);
        return withBody(response, { ...user, flags: [...user.flags, additionalFlag] });
      },
      {
        conform: {
          accounts: [
            {
              ...getAccount('in-review'),
              owner: 'qa-team',
              flags: [
                { code: 'K1001', category: 'KYC Review', since: '2026-01-15' },
                additionalFlag,
              ],
            },
            {
              ...getAccount('failed'),
              transactions: [{ cryptoStatus: 'FAILED', amount: '12.50', currency: 'EUR' }],
            },
          ],
        },
      },
    );
    expect(run.stderr).toBe('');
    expect(listFailures(run)).toEqual([]);
    expect(run.report.unusableInputs).toEqual([]);
    expect(run.exit).toBe(0);
  });
});

describe('a deployment that stops responding', () => {
  /** Closes every connection after a number of requests: 400 are enough for some checks, but not for all. */
  const closeConnectionsAfter = (
    limit: number,
    mutate: Mutate = ({ forward }) => forward(),
  ): Mutate => {
    let requests = 0;
    return (exchange, memory) => {
      requests += 1;
      if (requests > limit) throw new Error('connection closed');
      return mutate(exchange, memory);
    };
  };
  /** Creates a runner whose clock advances instead of waiting. */
  const createFastRunner = () => {
    let now = Date.now();
    return createRealRunner({
      now: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds;
        await new Promise<void>((resolve) => setImmediate(resolve));
      },
    });
  };

  it('makes the run incomplete, as the first line of the output says', async () => {
    const run = await conformMutant(closeConnectionsAfter(400), { runner: createFastRunner() });
    expect(listFailures(run)).toEqual([]);
    expect(run.exit).toBe(4);
    expect(run.firstLines).toEqual([
      expect.stringMatching(/^Incomplete: http:\S+ stopped responding: /),
      expect.stringMatching(/^ {2}- the run did not finish: \d+ checks not tested\.$/),
    ]);
    expect(run.report.stop).toMatchObject({ kind: 'stoppedResponding' });
  });

  it('makes the run fail if a check has already failed', async () => {
    const broken = closeConnectionsAfter(
      400,
      getOperator('a signature by any key is accepted').mutate,
    );
    const run = await conformMutant(broken, { runner: createFastRunner() });
    expect(run.exit).toBe(1);
    expect(run.report.stop).toMatchObject({ kind: 'stoppedResponding' });
    expect(run.firstLines[0]).toBe('Missing:');
  });
});

describe('a baseline', () => {
  it('written by one run makes the next run exit with 0', async () => {
    const mutate = getOperator('a signature by any key is accepted').mutate;
    const first = await conformMutant(mutate, { args: ['--write-baseline', 'known.yaml'] });
    expect(first.exit).toBe(1);
    const baseline = first.files['known.yaml'] ?? '';
    for (const [id] of listFailures(first)) expect(baseline).toContain(`- id: ${id}\n`);
    const files = { 'known.yaml': baseline.replace(/reason: .*/, 'reason: fixed in release 7') };
    const args = ['--baseline', 'known.yaml', '--write-baseline', 'new.yaml'];
    const second = await conformMutant(mutate, { args, files });
    expect(second.files['new.yaml']).toContain('reason: fixed in release 7\n');
    expect(second.exit).toBe(0);
    expect(second.stdout).toContain(
      'Nothing failed except known failures, 8 of 8 operations covered.',
    );
    expect(second.report.baseline).toEqual({
      known: listFailures(first).map(([id]) => id),
      stale: [],
    });
  });
});
