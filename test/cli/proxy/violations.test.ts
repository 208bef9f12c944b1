import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { formats } from '../../../src/contract/formats.ts';
import dialectSchema from '../../../openapi/schemas/dialect.schema.json' with { type: 'json' };
import journalSchema from '../../../openapi/schemas/proxy-journal.schema.json' with { type: 'json' };
import reportSchema from '../../../openapi/schemas/report.schema.json' with { type: 'json' };
import { createWallet, useSandbox, ClientApp, toNetworkIdentity } from '../../sandbox.ts';
import { createFolder } from '../../setup/folder.ts';
import { runFlagbearer } from '../run-flagbearer.ts';
import { startProxy } from './running-proxy.ts';
import { respondJson, startUpstream } from './upstream.ts';
import { expectValidJunit } from '../../reporting/read-junit.ts';

const sandbox = useSandbox();
const ajv = new Ajv2020({ strict: false, formats });
ajv.addSchema(dialectSchema);
const isReport = ajv.compile(reportSchema);
const isEntry = ajv.compile(journalSchema);

const path = '/v1/auth/cryptoWallet:start';
const VALID_CHALLENGE = `Sign this challenge to sign in: ${'x'.repeat(43)}`;

describe('a client and a deployment that conform to the contract', () => {
  it('result in exit code 0 and reports of the inspected exchanges', async () => {
    const workspace = await sandbox.workspace();
    const proxy = await startProxy(workspace.url);
    const { body } = await new ClientApp(proxy.url).signIn(createWallet());
    expect((await new ClientApp(proxy.url).readUser(body.sessionJwt)).status).toBe(200);
    const { exit, stdout, stderr, report, journal, readFile: readReport } = await proxy.stop();

    expect({ exit, stderr: stderr.replace(/^Stopping.*\n/, '') }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toMatch(/^flagbearer proxy listening on http:\S+ for http:\S+\n/);
    expect(stdout).toContain('Nothing failed.');
    expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
    expect(report).toMatchObject({ command: 'proxy', target: workspace.url, exitCode: 0 });
    // Each operation has two results: one for its requests, and one for its responses.
    expect(report.summary).toMatchObject({ pass: 2 * 3, fail: 0, 'not-tested': 2 * (8 - 3) });
    expect(journal.map(({ operation }) => operation)).toEqual([
      'startWalletAuth',
      'authenticateWallet',
      'getUser',
    ]);
    for (const entry of journal) expect(isEntry(entry), JSON.stringify(isEntry.errors)).toBe(true);
    expect(journal.flatMap(({ violations }) => violations)).toEqual([]);
    await expectValidJunit(await readReport('junit.xml'));
    expect(await readReport('junit.xml')).toContain('flagbearer proxy http');
    expect(await readReport('summary.md')).toMatch(/^# Traffic\n/);
    expect(await readReport('report.html')).toContain('Proxy report');
    expect(JSON.parse(await readReport('report.sarif')).runs[0].results).toEqual([]);
  });
});

describe('no violation is reported for', () => {
  it('a request to /user with a method that the interface does not define', async () => {
    const upstream = await startUpstream(respondJson(200, {}));
    const proxy = await startProxy(upstream.url, ['--enforce']);
    const statuses = await Promise.all(
      ['PATCH', 'DELETE', 'HEAD'].map(
        async (method) => (await fetch(`${proxy.url}/user`, { method })).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200]);
    expect((await proxy.stop()).journal.flatMap(({ violations }) => violations)).toEqual([]);
  });

  it('a decoded response larger than the inspection limit', async () => {
    const upstream = await startUpstream((req, res) => {
      req.resume();
      const body = gzipSync(JSON.stringify({ transactions: 'x'.repeat(2 ** 21) }));
      res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      res.end(body);
    });
    const proxy = await startProxy(upstream.url, ['--enforce']);
    const headers = { authorization: 'Bearer wallet-app-token' };
    expect((await new ClientApp(proxy.url).send('/user', { headers })).status).toBe(200);
    const { journal, report } = await proxy.stop();
    expect(journal).toMatchObject([{ violations: [], response: { bodyOmitted: 'tooLarge' } }]);
    expect(report.results).toContainEqual(
      expect.objectContaining({
        verdict: 'not-tested',
        reason: 'every response of getUser is too large to be validated',
      }),
    );
  });

  it.each([
    ['error', 400, []],
    ['error', 400, ['--enforce']],
    ['userMask', 200, []],
    ['userMask', 200, ['--enforce']],
  ])(
    'a response that is nested too deeply to be inspected: %s, status %i, options %j',
    async (field, status, options) => {
      const deepBody = `{"${field}":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
      const upstream = await startUpstream((req, res) => {
        req.resume();
        res.writeHead(status, { 'content-type': 'application/json' }).end(deepBody);
      });
      const proxy = await startProxy(upstream.url, options);
      const wallet = toNetworkIdentity(createWallet());
      expect((await new ClientApp(proxy.url).start(wallet)).status).toBe(status);
      const { journal } = await proxy.stop();
      expect(journal).toMatchObject([{ violations: [], response: { bodyOmitted: 'tooLarge' } }]);
    },
  );
});

describe('a response field that the interface does not show', () => {
  it('is reported, but neither rejected nor counted as a failure', async () => {
    const response = {
      phoneId: '58a3804e-b19f-4f0d-b4d3-23bc2ff74a2b',
      phoneMask: '******0143',
      country: 'US',
    };
    const upstream = await startUpstream(respondJson(200, response));
    const proxy = await startProxy(upstream.url, ['--enforce', '--strict']);
    const received = await new ClientApp(proxy.url).sendSms('+12025550143');
    expect(received).toMatchObject({ status: 200, body: { country: 'US' } });
    const { exit, stdout } = await proxy.stop();
    expect(stdout).toContain('differs   response /body/country is an unknown field');
    expect(exit).toBe(0);
  });
});

describe('a client that violates the contract', () => {
  it('is reported together with a deployment that accepts its invalid JSON', async () => {
    const upstream = await startUpstream(
      respondJson(200, { challenge: 'Sign: abcdefghijklmnopqrst' }),
    );
    const proxy = await startProxy(upstream.url);
    const headers = {
      'service-client-id': 'wallet-app',
      'service-client-secret': 'wallet-app-secret',
      'content-type': 'application/json',
      accept: 'text/html',
    };
    await fetch(`${proxy.url}${path}`, { method: 'POST', headers, body: '{"a":' });
    const { journal } = await proxy.stop();
    const reported = journal.flatMap(({ violations }) =>
      violations
        .filter(({ level }) => level === 'MUST')
        .map(({ direction, rule, message }) => `${direction} ${rule} ${message}`),
    );
    expect(reported).toEqual([
      'request 4.1.headers must allow application/json',
      'request 4.body.request-json is not JSON',
      'response 4.body.request-json accepts an invalid request: /body is not JSON',
    ]);
  });

  it('is reported with clause and pointer, and its requests are forwarded', async () => {
    const workspace = await sandbox.workspace();
    const proxy = await startProxy(workspace.url);
    const client = new ClientApp(proxy.url);
    const response = await client.send(path, {
      body: { walletAddress: 7, walletNetwork: 'SOLANA' },
      headers: { 'service-client-secret': undefined },
    });
    expect(response.status).toBe(401);
    await client.post('/v1/auth/otp/sms:send', { phoneNumber: '12025550143' }, undefined);
    await client.send('/auth/cryptoWallet:start', { body: {} });
    await client.send('/v1/purchases', { body: {} });
    const { exit, stdout, report, journal } = await proxy.stop();

    expect(exit).toBe(1);
    expect(stdout).toContain(
      'violates  request /headers/service-client-secret is required (§4.1, 4.1.headers)',
    );
    expect(stdout).toContain('The client violates the interface.');
    const violations = journal.map((entry) =>
      entry.violations.map(({ direction, rule, pointer }) => `${direction} ${rule} ${pointer}`),
    );
    expect(violations).toEqual([
      [
        'request 4.1.headers /headers/service-client-secret',
        'request 2.2.walletAddress.string /body/walletAddress',
        'request 2.2.walletNetwork.both-values /body/walletNetwork',
      ],
      [
        'request 2.1.authorization.bearer /headers/authorization',
        'request 2.5.phoneNumber.international /body/phoneNumber',
      ],
      ['request 9.path.v1 /path'],
      [],
    ]);
    const failures = report.results.filter(({ verdict }) => verdict === 'fail');
    expect(failures).toHaveLength(violations.flat().length);
    expect(new Set(failures.map(({ cause }) => cause))).toEqual(new Set(['client']));
    expect(failures.map(({ reason }) => reason)).toContain(
      'request of the client: /headers/service-client-secret is required',
    );
    const urls = failures.flatMap(({ evidence }) => evidence.map(({ request }) => request.url));
    expect(urls).toContain(`${workspace.url}${path}`);
  });
});

/** Invalid responses to a valid request, with the rule, its level and the location. */
const wrongResponses = [
  [200, {}, '4.1.response.challenge', 'MUST', '/body/challenge'],
  [200, { challenge: 7 }, '2.3.challenge.string', 'MUST', '/body/challenge'],
  [200, { challenge: VALID_CHALLENGE, more: 1 }, '4.1.response.challenge', 'OPEN', '/body/more'],
  [200, { challenge: 'Hello' }, '2.3.challenge.phrase-words', 'OPEN', '/body/challenge'],
  [418, {}, '7.errors.status', 'OPEN', '/status'],
  [401, { reason: 1 }, '7.errors.body', 'OPEN', '/body/code'],
] as const;

describe('a deployment that violates the contract', () => {
  it('is reported with clause and pointer, and its responses are forwarded', async () => {
    let respond = respondJson(500, {});
    const upstream = await startUpstream((req, res) => respond(req, res));
    const proxy = await startProxy(upstream.url);
    const client = new ClientApp(proxy.url);
    const respondWith = async (status: number, body: unknown, request: object) => {
      respond = respondJson(status, body);
      expect(await client.send(path, { body: request })).toMatchObject({ status, body });
    };
    for (const [status, body] of wrongResponses) {
      await respondWith(status, body, toNetworkIdentity(createWallet()));
    }
    // A deployment must reject an unknown network (§2.2).
    const unknownNetwork = { walletAddress: createWallet().address, walletNetwork: 'SOLANA' };
    await respondWith(200, { challenge: `${VALID_CHALLENGE}-another` }, unknownNetwork);
    const { exit, journal, report } = await proxy.stop();

    expect(exit).toBe(1);
    for (const [index, [, , rule, level, pointer]] of wrongResponses.entries()) {
      const expected = expect.objectContaining({ direction: 'response', rule, level, pointer });
      expect(journal[index]?.violations).toContainEqual(expected);
    }
    expect(journal.at(-1)?.violations).toMatchObject([
      { direction: 'request', rule: '2.2.walletNetwork.both-values' },
      { direction: 'response', rule: '2.2.walletNetwork.other-values-refused', level: 'MUST' },
    ]);
    const failures = report.results.filter(({ verdict }) => verdict === 'fail');
    // The unknown network, the challenge for it, and the two other violations of level MUST.
    expect(failures.map(({ cause }) => cause).sort()).toEqual([
      'client',
      ...Array(3).fill('contract'),
    ]);
  });

  it('has an incomplete result, not a failure, after a gateway error', async () => {
    const upstream = await startUpstream(respondJson(503, { message: 'later' }));
    const proxy = await startProxy(upstream.url);
    expect((await new ClientApp(proxy.url).start(toNetworkIdentity(createWallet()))).status).toBe(
      503,
    );
    const { exit, stdout, journal, report } = await proxy.stop();
    expect({ exit, violations: journal[0]?.violations }).toEqual({ exit: 4, violations: [] });
    expect(stdout).toContain('Incomplete: the deployment processed no request to an operation');
    const [error] = report.results.filter(({ verdict }) => verdict === 'error');
    expect(error).toMatchObject({ cause: 'environment', reason: 'The deployment returned 503.' });
  });

  it('fails with --strict if a response differs in more than an unknown field', async () => {
    const upstream = await startUpstream(respondJson(200, { challenge: 'Hello' }));
    const proxy = await startProxy(upstream.url, ['--strict']);
    await new ClientApp(proxy.url).start(toNetworkIdentity(createWallet()));
    const { exit, stdout } = await proxy.stop();
    expect(exit).toBe(1);
    expect(stdout).toContain(
      'requests or responses differ from the dialect, which --strict rejects',
    );
  });

  it('is checked against the dialect of --dialect', async () => {
    const values = { user: { path: '/v1/user', envelope: 'data' }, errors: { body: 'nested' } };
    const workspace = await sandbox.workspace({ dialect: values });
    const options = ['--dialect', 'd.json', '--strict'];
    const folder = await createFolder({ 'd.json': JSON.stringify({ version: 1, values }) });
    const proxy = await startProxy(workspace.url, options, folder);
    const client = new ClientApp(proxy.url);
    const { body } = await client.signIn(createWallet());
    const headers = { authorization: `Bearer ${body.sessionJwt}` };
    expect((await client.send('/v1/user', { headers })).status).toBe(200);
    expect(
      (await client.send('/v1/user', { headers: { authorization: 'Bearer no' } })).status,
    ).toBe(401);
    expect(await proxy.stop()).toMatchObject({ exit: 0 });
  });
});

describe('--enforce', () => {
  it('rejects an invalid request without forwarding it, and replaces an invalid response with 502', async () => {
    const upstream = await startUpstream(respondJson(200, { challenge: 7 }));
    const proxy = await startProxy(upstream.url, ['--enforce']);
    const client = new ClientApp(proxy.url);
    const rejection = await client.start({ walletAddress: 'none' });
    expect(rejection.status).toBe(422);
    expect(rejection.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(rejection.body).toMatchObject({
      status: 422,
      violations: [
        { direction: 'request', clause: '4.1', pointer: '/body' },
        { direction: 'request', clause: '2.2', pointer: '/body/walletAddress' },
      ],
    });
    expect(upstream.requests).toEqual([]);
    const replacement = await client.start(toNetworkIdentity(createWallet()));
    expect(replacement).toMatchObject({
      status: 502,
      body: { violations: [{ direction: 'response', rule: '2.3.challenge.string' }] },
    });
    expect(await proxy.stop()).toMatchObject({ exit: 1 });
  });

  it('forwards valid exchanges of any length', async () => {
    const workspace = await sandbox.workspace();
    const proxy = await startProxy(workspace.url, ['--enforce']);
    expect((await new ClientApp(proxy.url).signIn(createWallet())).status).toBe(200);
    const large = await fetch(`${proxy.url}/elsewhere`, { method: 'POST', body: 'x'.repeat(3e6) });
    expect(large.status).toBe(404);
    expect(await proxy.stop()).toMatchObject({ exit: 0 });
  });
});

describe('rules that a schema cannot express', () => {
  const user = {
    id: '58a3804e-b19f-4f0d-b4d3-23bc2ff74a2b',
    createTime: '2026-01-15T10:00:00.000Z',
    updateTime: '2026-01-15T10:00:00.000Z',
    personalInformation: {},
    wallets: [],
    kyc: { status: 'APPROVED' },
    flags: [],
    transactions: [],
  };
  const createTransaction = (cryptoStatus: string) => ({ id: user.id, cryptoStatus });
  const challenge = 'Sign this challenge to sign in: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  const wallet = toNetworkIdentity(createWallet());
  const sms = { phoneNumber: '+12025550143' };
  const phoneRecord = { phoneId: user.id, phoneMask: '*******0143' };
  const email = { emailAddress: 'rita@example.test' };
  const emailRecord = { emailId: user.id, emailMask: 'r***@example.test' };
  const signIn = {
    sessionJwt: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
    userMask: { ...user, preferredMfaMethod: 'OTP_SMS' },
  };
  const trace = 'Error: no\n    at handle (/srv/app/server.js:12:34)\n    at next (/srv/a.js:1:2)';
  const toSendPath = (channel: string) => `/v1/auth/otp/${channel}:send`;
  const toAuthenticatePath = (channel: string) => `/v1/auth/otp/${channel}:authenticate`;

  type Exchange = readonly [
    path: string,
    requestBody: object | undefined,
    status: number,
    responseBody: unknown,
  ];

  /** Returns the MUST rules that each exchange violates. */
  async function listViolatedRules(exchanges: readonly Exchange[]) {
    const responses = exchanges.map(([, , status, body]) => respondJson(status, body));
    const upstream = await startUpstream((req, res) => responses.shift()?.(req, res));
    const proxy = await startProxy(upstream.url);
    const client = new ClientApp(proxy.url);
    const headers = { authorization: 'Bearer wallet-app-token' };
    for (const [target, body] of exchanges) await client.send(target, { body, headers });
    const { journal } = await proxy.stop();
    return journal.map(({ violations }) =>
      violations.filter(({ level }) => level === 'MUST').map(({ rule }) => rule),
    );
  }

  it.each<readonly [what: string, exchanges: readonly Exchange[], rules: readonly string[]]>([
    [
      'a PENDING transaction',
      [['/user', undefined, 200, { ...user, transactions: [createTransaction('PENDING')] }]],
      [],
    ],
    [
      'a mask of another phone number',
      [[toSendPath('sms'), sms, 200, { ...phoneRecord, phoneMask: '*******9999' }]],
      ['2.5.phoneMask.last-four'],
    ],
    [
      'a mask equal to the phone number',
      [[toSendPath('sms'), sms, 200, { ...phoneRecord, phoneMask: sms.phoneNumber }]],
      ['2.5.phoneMask.last-four'],
    ],
    [
      'a mask of another phone number for a known record',
      [
        [toSendPath('sms'), sms, 200, phoneRecord],
        [
          toAuthenticatePath('sms'),
          { phoneId: user.id, otp: '123456' },
          200,
          { ...phoneRecord, ...signIn, phoneMask: '*******9999' },
        ],
      ],
      ['2.5.phoneMask.last-four'],
    ],
    [
      'a mask equal to the email address',
      [[toSendPath('email'), email, 200, { ...emailRecord, emailMask: 'Rita@example.test' }]],
      ['2.6.emailMask.masked'],
    ],
    [
      'a challenge that is not URL-safe',
      [['/v1/auth/cryptoWallet:start', wallet, 200, { challenge: `${challenge}+/` }]],
      ['2.3.challenge.url-safe'],
    ],
    [
      'a one-time password that is accepted twice',
      [
        [toAuthenticatePath('email'), { emailId: user.id, otp: '123456' }, 200, signIn],
        [toAuthenticatePath('email'), { emailId: user.id, otp: '123456' }, 200, signIn],
      ],
      ['4.7.otp.one-time'],
    ],
    [
      'a one-time password that is accepted twice and was possibly sent twice',
      [
        [toAuthenticatePath('email'), { emailId: user.id, otp: '123456' }, 200, signIn],
        [toSendPath('email'), email, 200, emailRecord],
        [toAuthenticatePath('email'), { emailId: user.id, otp: '123456' }, 200, signIn],
      ],
      [],
    ],
    [
      'an error with a stack trace',
      [['/user', undefined, 400, { code: 'no', message: trace }]],
      ['7.refusal.no-stack-trace'],
    ],
  ])('are violated by the last response or by none: %s', async (_what, exchanges, rules) => {
    const violatedRules = await listViolatedRules(exchanges);
    const rulesOfEarlierResponses = exchanges.slice(0, -1).map((): string[] => []);
    expect(violatedRules).toEqual([...rulesOfEarlierResponses, rules]);
  });
});

describe('secrets', () => {
  it('do not appear in the output and the reports', async () => {
    const workspace = await sandbox.workspace({
      dialect: { otp: { email: { codeField: 'magicWord' } } },
    });
    const proxy = await startProxy(workspace.url, ['--verbose', '--json']);
    const client = new ClientApp(proxy.url);
    const { body } = await client.signIn(createWallet());
    await client.readUser(body.sessionJwt);
    await client.send(`/user?token=${body.sessionJwt}&secret=wallet-app-secret`);
    await client.sendEmail('rita@example.test');
    const code = await workspace.readLastCode('rita@example.test');
    const inbox = await workspace.control('/inbox');
    const { recordId } = inbox.body.items.at(-1);
    await client.authenticateEmail({ emailId: recordId, magicWord: code });
    await client.authenticateEmail({ emailId: recordId, otp: code, more: 'wallet-app-secret' });
    const stoppedProxy = await proxy.stop();
    const output = await stoppedProxy.readOutput();
    expect(stoppedProxy.journal).toHaveLength(7);
    for (const secret of ['wallet-app-secret', body.sessionJwt, code, 'eyJ']) {
      expect(output).not.toContain(secret);
    }
    // With --json, stdout has two lines: the URL of the proxy, and the report.
    expect(
      stoppedProxy.stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => Object.keys(JSON.parse(line))[0]),
    ).toEqual(['url', 'schemaVersion']);
  });

  it('do not appear in the output and the reports as names of parameters or fields', async () => {
    const workspace = await sandbox.workspace();
    const proxy = await startProxy(workspace.url, ['--verbose']);
    const client = new ClientApp(proxy.url);
    const { body } = await client.signIn(createWallet());
    await client.send(`/user?${body.sessionJwt}&wallet-app-secret=1`);
    const longName = `${'x'.repeat(64)}wallet-app-secret`;
    await client.send(path, { body: { 'wallet-app-secret': 1, [longName]: 1 } });
    await client.post('/v1/auth/otp/sms:send', { 'wallet-app-token': true }, 'wallet-app-token');
    await client.authenticateEmail({ emailId: 'unknown', '991199': 'x', otp: '1' });
    const stoppedProxy = await proxy.stop();
    const output = await stoppedProxy.readOutput();
    expect(stoppedProxy.stdout).toContain('differs   request /body/[redacted] is an unknown field');
    for (const secret of ['wallet-app-', 'eyJ', '991199']) expect(output).not.toContain(secret);
  });
});

describe('the options of flagbearer proxy', () => {
  it.each([
    [['proxy'], /^error: missing base URL of a deployment/],
    [['proxy', 'ftp://a'], /^error: UPSTREAM: expected an absolute http or https URL/],
    [['proxy', 'http://a.test', '--quiet', '--verbose'], /^error: --quiet and --verbose cannot be/],
    [
      ['proxy', 'http://a.test', '--dialect', 'none.yaml'],
      /^error: cannot read the dialect .*none\.yaml/,
    ],
    [
      ['proxy', 'http://a.test', '--report-dir', '/dev/null/none'],
      /^error: --report-dir: cannot write \/dev/,
    ],
  ])('are rejected if they are invalid: %j', async (args, message) => {
    const cwd = await createFolder({ 'proxy-report/journal.jsonl': 'old' });
    const { exit, stdout, stderr } = await runFlagbearer(args, { cwd });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(await readFile(join(cwd, 'proxy-report/journal.jsonl'), 'utf8')).toBe('old');
  });
});

it('a proxy that observes no request to an operation has an incomplete result', async () => {
  const proxy = await startProxy('http://127.0.0.1:9', ['--quiet']);
  expect(await proxy.stop()).toMatchObject({
    exit: 4,
    stdout: expect.stringContaining('Incomplete: no request to an operation was observed.'),
  });
});

describe('a report that cannot be written at the end', () => {
  it('causes an error message that names the file', async () => {
    const upstream = await startUpstream(respondJson(200, {}));
    const proxy = await startProxy(upstream.url);
    await mkdir(join(proxy.folder, 'proxy-report', 'report.html'));
    const { stderr } = await proxy.stop();
    expect(stderr).toMatch(/^error: cannot write proxy-report\/report\.html: it is a folder/m);
  });
});
