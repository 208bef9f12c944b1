import { describe, expect, it, vi } from 'vitest';
import type { CheckResult, RunOutcome } from '../../conformance/outcome.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import { runInProcess } from '../../conformance/run-in-process.ts';
import { oddSignatures } from '../../conformance/sections/3-odd-signatures.check.ts';
import { schemaCases } from '../../conformance/sections/4-schema-cases.check.ts';
import { unreadable } from '../../conformance/sections/4-unreadable-bodies.check.ts';
import { oddCredentials } from '../../conformance/sections/5-odd-credentials.check.ts';
import { robustness } from '../../conformance/sections/7-robustness.check.ts';
import type { DialectDocument } from '../../src/dialect/dialect.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { independentDeployment, sandboxDeployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import {
  answerWith,
  bodyOf,
  fieldsOf,
  isAccepted,
  userIdOf,
  withFields,
  type Answered,
  type Asked,
  type Mutate,
} from './exchange.ts';
import { startMutant } from './mutant-proxy.ts';
import { useTargets } from './sandbox-targets.ts';
import { dialectOfVariant } from './variant-dialects.ts';

const sections = [oddSignatures, schemaCases, unreadable, oddCredentials, robustness];
const targets = useTargets();

/** A run is some four hundred calls, and the machine may be busy with other tests. */
vi.setConfig({ testTimeout: 30_000 });

type Values = NonNullable<DialectDocument['values']>;

const byDestination = {
  identifiedBy: 'destination',
  codeField: 'code',
  sendReturns: 'empty',
  authenticateReturns: 'sessionAndRecord',
} as const;

const legal: Readonly<Record<string, Values>> = {
  ...Object.fromEntries(Object.entries(dialects).map(([name, { values }]) => [name, values ?? {}])),
  forgiving: {
    requests: { unknownFields: 'ignore', contentType: 'ignore' },
    errors: { body: 'nested' },
  },
  'other statuses': {
    success: { status: 201 },
    errors: { status: { malformed: 422, schema: 409, otpWrong: 422, signature: 403 } },
  },
  'wallets by type, both taken': { wallet: { variant: 'type', both: 'accept' } },
  'codes by destination': { otp: { sms: byDestination } },
  'one wrong code locks': { otp: { sms: { maxAttempts: 1 }, email: { maxAttempts: 1 } } },
  'strangers refused at authenticate': { identity: { unknown: 'rejectAtAuthenticate' } },
};

const sandbox = (name: string, values: Values) =>
  sandboxDeployment(targets, name, { version: 1, values });

describe('hostile input to a sandbox', () => {
  it.each(Object.entries(legal))('raises no false alarm: %s', async (name, values) => {
    const deployment = await sandbox(name, values);
    const { target, settings } = await deployment.start();
    const granted = deployment.dialect ?? defaultDialect;
    const outcome = await runInProcess(settings(target), { granted }, sections);
    expect(alarmsIn(outcome)).toEqual([]);
    expect(outcome.budget.requests.used).toBeLessThan(500);
    expect(outcome.budget.otpSends.used).toBeLessThanOrEqual(8);
  });

  const scarce: Readonly<Record<string, Partial<ConformSettings>>> = {
    'one number and one address': {
      destinations: { phoneNumbers: ['+12025550199'], emailAddresses: ['qa@example.test'] },
    },
    'few requests': { maxRequests: 150 },
    'no sends': { maxOtpSends: 0 },
    'no accounts, no token': {
      accounts: [],
      secondClient: null,
      client: { clientId: 'wallet-app', clientSecret: 'wallet-app-secret', accessToken: null },
    },
  };

  it.each(Object.entries(scarce))('raises none with %s', async (_name, changes) => {
    const { target, settings } = await sandbox('default', {}).then(({ start }) => start());
    const given = { ...settings(target), ...changes };
    const outcome = await runInProcess(given, { granted: defaultDialect }, sections);
    expect(alarmsIn(outcome)).toEqual([]);
    expect(passesIn(outcome)).toBeGreaterThan(5);
  });
});

describe('hostile input to the independent server', () => {
  const names = ['terse', 'pages', 'nervous'] as const;
  it.each(names)('raises no false alarm: %s', async (name) => {
    const { target, settings, close } = await independentDeployment(name).start();
    const granted = dialectOfVariant(name);
    const outcome = await runInProcess(settings(target), { granted }, sections);
    await close();
    expect(alarmsIn(outcome)).toEqual([]);
  });
});

interface Broken {
  readonly dialect?: Values;
  readonly mutate: Mutate;
  /** Ids of results, and their reasons. */
  readonly says: Readonly<Record<string, RegExp>>;
}

const TRACE = 'Error: no\n    at parse (/app/node_modules/body-parser/lib/json.js:92:19)';

/** Deployments that take hostile input badly, with what a run says of them. */
const broken: Readonly<Record<string, Broken>> = {
  'breaks on what is no JSON': {
    mutate: async ({ asked, forward }) =>
      isPost(asked) && bodyOf(asked) === undefined ? answerWith(500, 'no') : forward(),
    says: {
      '4.body.request-json/unreadable-startWalletAuth':
        /^A body .* breaks the server: 500, 3 times/,
      '4.body.request-json/unreadable-sendEmailOtp': /breaks the server: 500/,
    },
  },
  'breaks on NUL characters': {
    mutate: async ({ asked, forward }) =>
      asked.text.includes(String.raw`\u0000`) ? answerWith(500, 'no') : forward(),
    says: {
      '7.requests.no-breakdown/startWalletAuth': /^A body with odd characters breaks the server/,
      '7.requests.no-breakdown/authenticateSmsOtp': /breaks the server/,
    },
  },
  'takes a body that ends early': {
    mutate: ({ asked, forward }) =>
      forward(bodyOf(asked) === undefined ? { ...asked, text: `${asked.text}}` } : asked),
    says: {
      '4.body.request-json/unreadable-startWalletAuth':
        /cut off before its last brace has to be refused/,
      '4.body.request-json/unreadable-sendSmsOtp':
        /cut off before its last brace has to be refused/,
    },
  },
  'sends a code though it refuses': {
    mutate: async ({ asked, forward }) => {
      if (bodyOf(asked) !== undefined || asked.operation !== 'sendSmsOtp') return forward();
      await forward({ ...asked, text: `${asked.text}}` });
      return forward();
    },
    says: { '4.body.request-json/unreadable-sendSmsOtp': /was refused sent a one-time password/ },
  },
  'adds a wallet though it refuses': {
    mutate: async ({ asked, forward }) => {
      if (bodyOf(asked) !== undefined || asked.operation !== 'addWalletToUser') return forward();
      await forward({ ...asked, text: `${asked.text}}` });
      return forward();
    },
    says: { '4.body.request-json/unreadable-addWalletToUser': /was refused added the wallet/ },
  },
  'prints a stack trace': {
    mutate: async ({ asked, forward }) => {
      const answer = await forward();
      return bodyOf(asked) === undefined ? { ...answer, text: JSON.stringify(TRACE) } : answer;
    },
    says: { '7.refusal.no-stack-trace/wallet': /^A refusal carries a stack trace of JavaScript/ },
  },
  'repeats the headers of a call': {
    mutate: async ({ asked, forward }) => {
      const answer = await forward();
      return isAccepted(answer) ? answer : { ...answer, text: JSON.stringify(asked.headers) };
    },
    says: {
      '7.refusal.no-secret/wallet': /^A refusal gives away <client secret>/,
      '7.refusal.no-secret/sms': /^A refusal gives away <client secret>/,
      '7.refusal.no-secret/user': /^A refusal gives away <(session JWT|client secret)>/,
    },
  },
  'tells the right code': {
    dialect: { otp: { sms: byDestination } },
    mutate: async ({ asked, forward }) => {
      const answer = await forward();
      const to = fieldsOf(asked)['phoneNumber'];
      if (asked.operation !== 'authenticateSmsOtp' || isAccepted(answer)) return answer;
      const query = new URLSearchParams({ channel: 'sms', to: String(to) });
      const inbox = await forward({
        ...asked,
        operation: null,
        method: 'GET',
        path: '/sandbox/inbox',
        query: Object.fromEntries(query),
        text: '',
      });
      const code = /"code":"(\d+)"/.exec(inbox.text)?.[1] ?? 'none';
      return { ...answer, text: JSON.stringify({ message: `it is ${code}, not this` }) };
    },
    says: { '7.refusal.no-secret/sms': /^A refusal gives away <one-time password>/ },
  },
  'tells whose a wallet is': {
    mutate: tellingOwners(),
    says: { '7.refusal.no-secret/wallet': /^A refusal gives away who has the wallet/ },
  },
  'needs no network': {
    mutate: withDefault('walletNetwork', 'ETHEREUM'),
    says: {
      '4.1.request.missing-refused/schema-startWalletAuth':
        /^The body \{"walletAddress":"0x[0-9a-fA-F]{40}"\} has to be refused, and is accepted/,
      '4.3.request.missing-refused/schema-addWalletToUser':
        /^The body \{"walletAddress":"0x[0-9a-fA-F]{40}"\} has to be refused, and is accepted/,
    },
  },
  'needs no field': {
    mutate: ({ asked, forward }) =>
      asked.operation === 'startWalletAuth' && bodyOf(asked) !== undefined
        ? forward(withFields(asked, { walletAddress: ADDRESS, walletNetwork: 'POLYGON' }))
        : forward(),
    says: {
      '4.1.request.missing-refused/schema-startWalletAuth': /^The body \{\} has to be refused/,
      '2.2.walletNetwork.other-values-refused/schema-startWalletAuth': /has to be refused/,
    },
  },
  'takes lists with anything in them': {
    mutate: ({ asked, forward }) =>
      asked.operation === 'startWalletAuth' && Array.isArray(fieldsOf(asked)['walletAddress'])
        ? forward(withFields(asked, { walletAddress: ADDRESS }))
        : forward(),
    says: {
      '2.2.walletAddress.wrong-type-refused/schema-startWalletAuth':
        /^The body \{"walletAddress":\[\],"walletNetwork":"ETHEREUM"\} has to be refused/,
    },
  },
};

const ADDRESS = `0x${'12'.repeat(20)}`;

describe('hostile input to a broken deployment', () => {
  it.each(Object.entries(broken))('fails: %s', async (_name, { dialect, mutate, says }) => {
    const outcome = await runAgainst(mutate, dialect, Object.keys(says));
    for (const [id, words] of Object.entries(says)) {
      const { verdict, reason } = resultIn(outcome, id);
      expect({ id, verdict, reason }).toEqual({
        id,
        verdict: 'fail',
        reason: expect.stringMatching(words),
      });
    }
  });

  it('takes no sporadic error of a server for its answer', async () => {
    let count = 0;
    const outcome = await runAgainst(async ({ asked, forward }) => {
      count += 1;
      return asked.operation !== null && count % 9 === 0 ? answerWith(500, 'busy') : forward();
    });
    expect(alarmsIn(outcome)).toEqual([]);
    expect(passesIn(outcome)).toBeGreaterThan(20);
  });
});

async function runAgainst(
  mutate: Mutate,
  values: Values = {},
  only: readonly string[] = [],
): Promise<RunOutcome> {
  const deployment = await sandbox('behind a proxy', values);
  const { target, settings, words } = await deployment.start();
  const proxy = await startMutant(target, words, mutate);
  const granted = deployment.dialect ?? defaultDialect;
  const ports = { granted, sleep: () => Promise.resolve() };
  const outcome = await runInProcess({ ...settings(proxy.url), only }, ports, sections);
  await proxy.close();
  return outcome;
}

/** Says in a refusal which user has the wallet. */
function tellingOwners(): Mutate {
  const owners = new Map<unknown, string | null>();
  return async ({ asked, forward }) => {
    const answer = await forward();
    if (asked.operation !== 'authenticateWallet') return answer;
    const wallet = fieldsOf(asked)['walletAddress'];
    if (!isAccepted(answer)) return { ...answer, text: JSON.stringify({ of: owners.get(wallet) }) };
    owners.set(wallet, userIdOf(answer));
    return answer;
  };
}

function isPost({ method }: Asked): boolean {
  return method === 'POST';
}

function withDefault(name: string, value: string): Mutate {
  return ({ asked, forward }): Promise<Answered> => {
    const fields = fieldsOf(asked);
    const isMissing = 'walletAddress' in fields && !(name in fields) && !('walletType' in fields);
    return forward(isMissing ? withFields(asked, { [name]: value }) : asked);
  };
}

function resultIn({ results }: RunOutcome, id: string): CheckResult {
  const found = results.find((result) => result.id === id);
  if (found === undefined) throw new Error(`there is no result ${id}`);
  return found;
}

function passesIn({ results }: RunOutcome): number {
  return results.filter(({ verdict }) => verdict === 'pass').length;
}

function alarmsIn({ stop, results }: RunOutcome): readonly string[] {
  expect(stop).toBe(null);
  return results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .map(({ id, reason }) => `${id}: ${reason}`);
}
