/** Sample reports: a report with all kinds of content, and a report with injections. */
import { serviceOperations } from '../../src/contract/effective/service-contract.ts';
import type { CheckResult, Exchange, Report } from '../../src/reporting/report.ts';
import { summarize, countVerdicts } from '../../src/reporting/report.ts';

/** Contains special characters of HTML, XML, Markdown, a shell, a terminal and GitHub. */
export const HOSTILE = [
  `</script><script>alert(1)</script><img src=x onerror=alert(1)>`,
  '`code` **bold** [link](https://evil.example) | cell | @octocat #12 www.evil.example',
  ']]> --> &amp; %0A%0D::error::x "double" \'single\' $HOME $(id) \\',
  'שלום \u202Eright to left\u202C مرحبا 🏳️‍🌈 \u0007\u001B[31m\u0000 \uD800',
].join('\n');

const startHeaders = {
  'content-type': 'application/json',
  accept: 'application/json',
  'service-client-id': 'example-client',
  'service-client-secret': '<client secret>',
};

const BASE = 'https://staging.example.test/api';

const acceptedStart: Exchange = {
  request: {
    operation: 'startWalletAuth',
    method: 'POST',
    url: `${BASE}/v1/auth/cryptoWallet:start`,
    headers: startHeaders,
    body: '{"walletNetwork":"ETHEREUM"}',
  },
  response: {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: '{"challenge":"Sign this challenge to sign in: q3xv0m"}',
    durationMs: 41,
  },
};

const wrongCode: Exchange = {
  request: {
    operation: 'authenticateSmsOtp',
    method: 'POST',
    url: `${BASE}/v1/auth/otp/sms:authenticate`,
    headers: startHeaders,
    body: '{"phoneId":"ph_1","otp":"<one-time password>"}',
  },
  response: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"sessionJwt":"<session JWT>","userMask":{"id":"us_1","createTime":"2026-01-15T10:00:00.000Z","updateTime":"2026-01-15T10:00:00.000Z","phoneMask":"******0199","preferredMfaMethod":"OTP_SMS"}}',
    durationMs: 63,
  },
};

const unansweredRead: Exchange = {
  request: {
    operation: 'getUser',
    method: 'GET',
    url: `${BASE}/user`,
    headers: { accept: 'application/json', authorization: 'Bearer <session JWT>' },
  },
  response: null,
  networkError: 'No response within 10 seconds.',
};

function createResult(
  fields: Partial<CheckResult> & Pick<CheckResult, 'id' | 'verdict'>,
): CheckResult {
  const requirement = fields.id.replace(/\/.*$/, '');
  return {
    requirement,
    clause: requirement.replace(/\.[a-z].*$/, ''),
    level: 'MUST',
    operation: null,
    title: 'What is checked',
    reason: 'The response matches the interface.',
    durationMs: 12.4,
    evidence: [],
    ...fields,
  };
}

const results: readonly CheckResult[] = [
  createResult({
    id: '2.1.service-client-id.header/startWalletAuth',
    verdict: 'pass',
    operation: 'startWalletAuth',
    title: 'A request with the client headers is accepted',
    evidence: [acceptedStart],
  }),
  createResult({
    id: '2.2.walletNetwork.other-values-refused',
    verdict: 'warn',
    level: 'SHOULD',
    cause: 'contract',
    operation: 'startWalletAuth',
    title: 'A network that is not in the list is refused',
    reason: 'The network SOLANA was accepted with 200.',
    evidence: [acceptedStart],
  }),
  createResult({
    id: '2.3.challenge.lifetime',
    verdict: 'observed',
    level: 'OPEN',
    cause: 'dialect',
    operation: 'authenticateWallet',
    title: 'The lifetime of a challenge',
    reason: 'A challenge was accepted after 30 seconds. Declared: PT10S.',
  }),
  createResult({
    id: '4.1.request.missing-refused',
    verdict: 'fail',
    cause: 'contract',
    operation: 'startWalletAuth',
    title: 'A start without walletAddress is refused',
    reason: 'A start without walletAddress was accepted with 200 and returned a challenge.',
    durationMs: 84,
    evidence: [acceptedStart, acceptedStart],
  }),
  createResult({
    id: '4.5.otp.wrong-refused',
    verdict: 'fail',
    cause: 'contract',
    operation: 'authenticateSmsOtp',
    title: 'A wrong one-time password is refused',
    reason: 'A code that was never sent signed the user in.',
    evidence: [wrongCode],
  }),
  createResult({
    id: '4.5.otp.one-time',
    verdict: 'not-tested',
    cause: 'settings',
    operation: 'authenticateSmsOtp',
    title: 'A code that was used is refused',
    reason: 'No one-time password could be read. Set --otp-source.',
  }),
  createResult({
    id: '4.7.otp.one-time',
    verdict: 'not-tested',
    cause: 'settings',
    operation: 'authenticateEmailOtp',
    title: 'A code that was used is refused',
    reason: 'No one-time password could be read. Set --otp-source.',
  }),
  createResult({
    id: '4.8.operation.reads',
    verdict: 'error',
    cause: 'environment',
    operation: 'getUser',
    title: 'A signed-in user can be read',
    reason: 'The user read got no response three times.',
    evidence: [unansweredRead],
  }),
  createResult({
    id: '7.5.failed.flag',
    verdict: 'not-tested',
    cause: 'environment',
    title: 'A FAILED crypto status comes with a Transaction Processing flag',
    reason: 'accounts[failed-tx]: transactions: declared FAILED, read none.',
  }),
];

const operationIds = [...serviceOperations.keys()].filter((id) => id !== 'getUser');

const operations: Report['operations'] = [
  ...operationIds.map((operation) => ({
    operation,
    coverage: operation === 'addWalletToUser' ? ('skipped' as const) : ('covered' as const),
    ...countVerdicts(operation, results),
  })),
  {
    operation: 'getUser',
    coverage: 'not-covered',
    ...countVerdicts('getUser', results),
    reason: 'Could not detect user.path: all paths return 404.',
    fix: 'Set user.path in a dialect file and pass it with --dialect.',
  },
];

/** A report with a check of each verdict, including a known failure. */
export const sampleReport: Report = {
  schemaVersion: 1,
  tool: { name: 'flagbearer', version: '1.2.3' },
  target: BASE,
  startedAt: '2026-01-15T10:00:00.000Z',
  durationMs: 12_345,
  seed: 42,
  exitCode: 1,
  operations,
  unusableInputs: [
    { input: 'accounts[failed-tx]', reason: 'transactions: declared FAILED, read none' },
  ],
  summary: summarize(results),
  budget: {
    requests: { used: 214, limit: 1000 },
    otpSends: { used: 6, limit: 20 },
    usersCreated: 3,
  },
  results,
  dialect: {
    version: 1,
    values: {
      wallet: {
        variant: 'network',
        challenge: { phrase: 'Welcome! Please sign: ', outstanding: 'latest' },
      },
      user: { path: '/v1/user', identifiedBy: { query: 'userId' } },
      errors: { body: 'problem', status: { signature: 403 } },
      flags: {
        catalogue: [
          { code: 'F0000', category: null, title: 'Suspended', message: 'Contact support.' },
          { code: 'T9', category: 'Transaction Processing', title: 'Returned', message: 'Pay.' },
        ],
      },
    },
    unknown: ['wallet.challenge.ttl', 'limits.sends'],
    evidence: {
      'wallet.variant': { ...acceptedStart },
      'user.path': { note: 'The first of five paths that did not return 404.' },
    },
  },
  givenDialect: {
    version: 1,
    values: { wallet: { variant: 'type' }, user: { path: '/v1/user' } },
  },
  openQuestions: [
    {
      key: 'wallet.challenge.ttl',
      clause: '2.3',
      question: 'How long is a challenge valid?',
      evidence: 'A challenge was accepted after 30 seconds, the longest wait of the run.',
    },
    {
      key: 'limits.sends',
      clause: '8',
      question: 'How many one-time passwords may be sent?',
      evidence: 'Three sends to one number were accepted.',
    },
  ],
  baseline: { known: ['4.5.otp.wrong-refused'], stale: ['4.2.challenge.reuse'] },
};

const hostileResult: CheckResult = {
  ...createResult({ id: '4.1.request.missing-refused', verdict: 'fail' }),
  title: HOSTILE,
  reason: HOSTILE,
  evidence: [
    {
      request: {
        method: 'POST',
        url: `${BASE}/[x]/{y}?q='"<b>`,
        headers: { 'x-odd': `it's "$HOME"` },
        body: HOSTILE.replaceAll('\0', ''),
      },
      response: { status: 500, headers: { 'x-odd': HOSTILE }, body: HOSTILE, durationMs: 1 },
    },
  ],
};

const hostileResults = (['fail', 'error', 'warn', 'not-tested', 'observed', 'pass'] as const).map(
  (verdict): CheckResult => ({ ...hostileResult, id: `${hostileResult.id}/${verdict}`, verdict }),
);

/** A report with hostile text in every field that a target or a file controls. */
export const hostileReport: Report = {
  ...sampleReport,
  target: HOSTILE,
  operations: operations.map((row) =>
    row.coverage === 'not-covered' ? { ...row, reason: HOSTILE, fix: HOSTILE } : row,
  ),
  unusableInputs: [{ input: HOSTILE, reason: HOSTILE, fix: HOSTILE }],
  summary: summarize(hostileResults),
  results: hostileResults,
  dialect: {
    version: 1,
    values: { wallet: { challenge: { phrase: HOSTILE } } },
    evidence: { 'wallet.challenge.phrase': { note: HOSTILE } },
  },
  givenDialect: { version: 1, values: { wallet: { challenge: { phrase: `${HOSTILE}!` } } } },
  openQuestions: [{ key: HOSTILE, clause: '8', question: HOSTILE, evidence: HOSTILE }],
  stop: { kind: 'interrupted', message: HOSTILE },
  baseline: { known: [HOSTILE], stale: [HOSTILE] },
};
