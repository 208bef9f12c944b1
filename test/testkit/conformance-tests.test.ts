/** `conformanceTests` of flagbearer/vitest in a separate vitest project. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { conformanceTests, type ConformanceSettings } from '../../src/testkit/vitest.ts';
import { createResponse, withBody } from '../mutants/exchange.ts';
import type { Mutate } from '../mutants/mutate.ts';
import { createSandboxDeployment } from '../mutants/deployments.ts';
import { useTargets } from '../mutants/sandbox-targets.ts';
import { withMutant } from '../mutants/with-mutant.ts';
import { sendRequest, useSandbox } from '../sandbox.ts';
import { runVitest, type VitestRun } from './vitest-project.ts';

vi.setConfig({ testTimeout: 120_000 });

const sandbox = useSandbox();
const targets = useTargets();

const client = { clientId: 'wallet-app', clientSecret: 'wallet-app-secret' };

/** A test file with these settings. */
const createFile = (settings: object) => `
import { conformanceTests } from 'flagbearer/vitest';
await conformanceTests(${JSON.stringify({ ...client, accessToken: 'wallet-app-token', ...settings })});
`;

const findTests = ({ tests }: VitestRun, part: string) =>
  tests.filter(({ name }) => name.includes(part));

describe('conformanceTests', () => {
  it('has a test for each check and each operation, and does not change the sandbox (example of docs/test-kit.md)', async () => {
    const page = await readFile('docs/test-kit.md', 'utf8');
    const [, snippet = ''] = /^```ts conformance\n([^]*?)^```$/m.exec(page) ?? [];
    const listWorkspaces = () => sendRequest(`${sandbox.url}/sandbox/workspaces`);
    const before = (await listWorkspaces()).body;
    const run = await runVitest(snippet, {
      STAGING_URL: sandbox.url,
      STAGING_CLIENT_ID: 'wallet-app',
      STAGING_CLIENT_SECRET: 'wallet-app-secret',
      STAGING_ACCESS_TOKEN: 'wallet-app-token',
    });
    expect(run.tests.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(run.exit).toBe(0);
    const suite = `conformance of ${sandbox.url}`;
    const [starts] = findTests(run, '4.1.operation.starts');
    expect(starts?.name).toMatch(
      new RegExp(`^${suite} > §4\\.1 [^>]+ > 4\\.1\\.operation\\.starts: .+$`),
    );
    expect(starts?.status).toBe('passed');
    const [flag] = findTests(run, '2.7.flag.code:');
    expect(['skipped', 'pending']).toContain(flag?.status);
    const operations = findTests(run, ' is covered');
    expect(operations.map(({ name, status }) => `${name} ${status}`)).toContain(
      `${suite} > operations > getUser is covered passed`,
    );
    expect(operations).toHaveLength(8);
    expect((await listWorkspaces()).body).toEqual(before);
  });

  it('fails for a violated rule, an operation that is not covered and an unusable input', async () => {
    const deployment = await createSandboxDeployment(targets);
    const mutate: Mutate = async ({ request, forward }) => {
      if (request.path.endsWith('/user')) return createResponse(404, {});
      const response = await forward();
      const isSend = request.operation === 'sendEmailOtp' && response.status === 200;
      return isSend ? withBody(response, { ...JSON.parse(response.text), emailMask: 7 }) : response;
    };
    const only = ['2.6.emailMask', '4.6', '4.8', '5.6'];
    const secondClient = { clientId: 'exchange-app', clientSecret: 'mistyped' };
    const run = await withMutant(deployment, mutate, (target) =>
      runVitest(createFile({ target, only, secondClient }), {}),
    );
    expect(run.exit).toBe(1);
    const listMessages = (part: string) =>
      findTests(run, part)
        .flatMap((test) => test.messages)
        .join('\n');
    expect(listMessages('2.6.emailMask.masked')).toContain(
      'Expected emailMask to be a non-empty string',
    );
    expect(listMessages('every setting could be used')).toContain(
      'secondClient: a request of the second client is rejected',
    );
    expect(listMessages('getUser is covered')).toContain('Set user.path in a dialect file');
    expect(findTests(run, 'sendEmailOtp is covered')).toMatchObject([{ status: 'passed' }]);
    expect(findTests(run, 'addWalletToUser is covered')).toEqual([]);
  });

  it('fails for a wrong path in the declared dialect', async () => {
    const target = await targets.create({ version: 1, values: { user: { path: '/v1/user' } } });
    const text = `
import { writeFileSync } from 'node:fs';
writeFileSync('declared.yaml', 'version: 1\\nvalues: {user: {path: /me/user}}\\n');
${createFile({ target, dialect: 'declared.yaml', only: ['4.8.path'] })}`;
    const run = await runVitest(text, {});
    const [dialect] = findTests(run, 'the deployment matches the declared dialect');
    expect(dialect?.messages.join('\n')).toContain(
      '4.8.path: user.path: declared "/me/user", observed "/v1/user"',
    );
  });

  it('sends no requests for tests that are filtered out', async () => {
    // No server listens on port 9, so a request would fail.
    const run = await runVitest(
      `import { it } from 'vitest';
${createFile({ target: 'http://127.0.0.1:9' })}
it.only('another test', () => undefined);`,
      {},
    );
    expect(run.tests.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(run.exit).toBe(0);
  });
});

describe('an invalid setting of conformanceTests', () => {
  const target = 'http://127.0.0.1:4020';

  it.each<[string, object, string]>([
    ['a missing setting', { target, clientId: 'a' }, 'missing clientSecret'],
    [
      'an unknown setting',
      { target, ...client, taget: 'x' },
      'unknown option taget. Did you mean target?',
    ],
    [
      'a setting that only the command has',
      { target, ...client, reportDir: 'x' },
      'unknown option reportDir.',
    ],
    ['an invalid URL', { target: 'staging', ...client }, 'target: expected an absolute http'],
    [
      'a number out of range',
      { target, ...client, concurrency: 0 },
      'concurrency: expected a whole number from 1 to 64, got 0',
    ],
    [
      'an unknown operation',
      { target, ...client, skip: ['readUser'] },
      'skip: expected one of startWalletAuth,',
    ],
    [
      'a misspelled key of an account',
      { target, ...client, accounts: [{ name: 'a', emailAddress: 'a@b.test', flag: [] }] },
      'unknown key "flag" in accounts[0]. Did you mean flags?',
    ],
    [
      'a source that requires a terminal',
      { target, ...client, otpSource: 'prompt' },
      'otpSource: prompt requires a terminal',
    ],
  ])('throws a TypeError that names the setting: %s', async (_, settings, message) => {
    const defining = conformanceTests(settings as ConformanceSettings);
    await expect(defining).rejects.toThrow(TypeError);
    await expect(defining).rejects.toThrow(`conformanceTests: ${message}`);
  });

  it('throws an error that contains the name of a missing dialect file', async () => {
    const settings = { target, ...client, dialect: 'no-such-file.yaml' };
    await expect(conformanceTests(settings)).rejects.toThrow(/no-such-file\.yaml/);
  });
});
