import { describe, expect, it, vi } from 'vitest';
import type { RunOutcome } from '../../conformance/outcome.ts';
import { runConformance } from '../../conformance/run-conformance.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { sandboxDeployment } from './deployments.ts';
import {
  createResponse,
  parseBody,
  parseFields,
  isAccepted,
  findUserId,
  withFields,
  type ProxyResponse,
} from './exchange.ts';
import type { Mutate } from './mutate.ts';
import {
  byDestination,
  HOSTILE_TIMEOUT,
  hostileSections,
  countPasses,
  type Values,
} from './hostile-runs.ts';
import { startMutant } from './mutant-proxy.ts';
import { useTargets } from './sandbox-targets.ts';
import { listAlarms } from './run-mutants.ts';

const targets = useTargets();
vi.setConfig({ testTimeout: HOSTILE_TIMEOUT });

interface BrokenDeployment {
  readonly dialect?: Values;
  readonly mutate: Mutate;
  /** The ids of checks that fail, and their reasons. */
  readonly failures: Readonly<Record<string, RegExp>>;
}

const TRACE = 'Error: no\n    at parse (/app/node_modules/body-parser/lib/json.js:92:19)';

const brokenDeployments: Readonly<Record<string, BrokenDeployment>> = {
  'returns 500 for invalid JSON': {
    mutate: async ({ request, forward }) =>
      request.method === 'POST' && parseBody(request) === undefined
        ? createResponse(500, 'no')
        : forward(),
    failures: {
      '4.body.request-json/unreadable-startWalletAuth':
        /^Expected 4xx for a body .*, got 500 3 times/,
      '4.body.request-json/unreadable-sendEmailOtp': /got 500 3 times/,
    },
  },
  'returns 500 for NUL characters': {
    mutate: async ({ request, forward }) =>
      request.text.includes(String.raw`\u0000`) ? createResponse(500, 'no') : forward(),
    failures: {
      '7.requests.no-breakdown/startWalletAuth':
        /^Expected no server error for a body with unusual characters/,
      '7.requests.no-breakdown/authenticateSmsOtp': /Expected no server error/,
    },
  },
  'accepts a truncated body': {
    mutate: ({ request, forward }) =>
      forward(
        parseBody(request) === undefined ? { ...request, text: `${request.text}}` } : request,
      ),
    failures: {
      '4.body.request-json/unreadable-startWalletAuth':
        /Expected 4xx for a body without its last brace/,
      '4.body.request-json/unreadable-sendSmsOtp': /Expected 4xx for a body without its last brace/,
    },
  },
  'rejects a send but sends a code': {
    mutate: async ({ request, forward }) => {
      if (parseBody(request) !== undefined || request.operation !== 'sendSmsOtp') return forward();
      await forward({ ...request, text: `${request.text}}` });
      return forward();
    },
    failures: { '4.body.request-json/unreadable-sendSmsOtp': /^Expected a rejected/ },
  },
  'rejects addToUser but adds the wallet': {
    mutate: async ({ request, forward }) => {
      if (parseBody(request) !== undefined || request.operation !== 'addWalletToUser')
        return forward();
      await forward({ ...request, text: `${request.text}}` });
      return forward();
    },
    failures: {
      '4.body.request-json/unreadable-addWalletToUser':
        /^Expected a rejected addToUser to add nothing/,
    },
  },
  'prints a stack trace': {
    mutate: async ({ request, forward }) => {
      const response = await forward();
      return parseBody(request) === undefined
        ? { ...response, text: JSON.stringify(TRACE) }
        : response;
    },
    failures: {
      '7.refusal.no-stack-trace/wallet': /^A rejection contains a stack trace of JavaScript/,
    },
  },
  'returns the request headers': {
    mutate: async ({ request, forward }) => {
      const response = await forward();
      return isAccepted(response)
        ? response
        : { ...response, text: JSON.stringify(request.headers) };
    },
    failures: {
      '7.response.no-secret/wallet': /^A rejection contains <client secret>/,
      '7.response.no-secret/sms': /^A rejection contains <client secret>/,
      '7.response.no-secret/user': /^A rejection contains <(session JWT|client secret)>/,
    },
  },
  'returns the correct code': {
    dialect: { otp: { sms: byDestination } },
    mutate: async ({ request, forward }) => {
      const response = await forward();
      const { phoneNumber } = parseFields(request);
      if (request.operation !== 'authenticateSmsOtp' || isAccepted(response)) return response;
      const inbox = await forward({
        ...request,
        operation: null,
        method: 'GET',
        path: '/sandbox/inbox',
        query: { channel: 'sms', to: String(phoneNumber) },
        text: '',
      });
      const code = /"code":"(\d+)"/.exec(inbox.text)?.[1] ?? 'none';
      return { ...response, text: JSON.stringify({ message: `it is ${code}, not this` }) };
    },
    failures: { '7.response.no-secret/sms': /^A rejection contains <one-time password>/ },
  },
  'reveals the user of a wallet': {
    mutate: revealOwners(),
    failures: { '7.response.no-secret/wallet': /^A rejection contains the owner of the wallet/ },
  },
  'requires no network': {
    mutate: withDefault('walletNetwork', 'ETHEREUM'),
    failures: {
      '4.1.request.missing-refused/schema-startWalletAuth':
        /^Expected 4xx for the body \{"walletAddress":"0x[0-9a-fA-F]{40}"\}, got 2/,
      '4.3.request.missing-refused/schema-addWalletToUser':
        /^Expected 4xx for the body \{"walletAddress":"0x[0-9a-fA-F]{40}"\}, got 2/,
    },
  },
  'requires no field': {
    mutate: ({ request, forward }) =>
      request.operation === 'startWalletAuth' && parseBody(request) !== undefined
        ? forward(withFields(request, { walletAddress: ADDRESS, walletNetwork: 'POLYGON' }))
        : forward(),
    failures: {
      '4.1.request.missing-refused/schema-startWalletAuth': /^Expected 4xx for the body \{\}/,
      '2.2.walletNetwork.other-values-refused/schema-startWalletAuth': /^Expected 4xx for /,
    },
  },
  'accepts lists with any items': {
    mutate: ({ request, forward }) =>
      request.operation === 'startWalletAuth' &&
      Array.isArray(parseFields(request)['walletAddress'])
        ? forward(withFields(request, { walletAddress: ADDRESS }))
        : forward(),
    failures: {
      '2.2.walletAddress.wrong-type-refused/schema-startWalletAuth':
        /^Expected 4xx for the body \{"walletAddress":\[\],"walletNetwork":"ETHEREUM"\}/,
    },
  },
};

const ADDRESS = `0x${'12'.repeat(20)}`;

describe('hostile input to a broken deployment', () => {
  it.each(Object.entries(brokenDeployments))(
    'fails if it %s',
    async (_name, { dialect, mutate, failures }) => {
      const { results } = await runAgainst(mutate, dialect, Object.keys(failures));
      for (const [id, reason] of Object.entries(failures)) {
        expect(results.find((result) => result.id === id)).toMatchObject({
          verdict: 'fail',
          reason: expect.stringMatching(reason),
        });
      }
    },
  );

  it('does not cause a failure after a sporadic server error', async () => {
    let count = 0;
    const outcome = await runAgainst(async ({ request, forward }) => {
      count += 1;
      return request.operation !== null && count % 9 === 0
        ? createResponse(500, 'busy')
        : forward();
    });
    expect(listAlarms(outcome)).toEqual([]);
    expect(countPasses(outcome)).toBeGreaterThan(20);
  });
});

async function runAgainst(
  mutate: Mutate,
  values: Values = {},
  only: readonly string[] = [],
): Promise<RunOutcome> {
  const deployment = await sandboxDeployment(targets, 'behind a proxy', {
    version: 1,
    values,
  });
  const { target, settings, naming } = await deployment.start();
  const proxy = await startMutant(target, naming, mutate);
  const assumedDialect = deployment.dialect ?? defaultDialect;
  const ports = { assumedDialect, sleep: () => Promise.resolve() };
  const outcome = await runConformance({ ...settings(proxy.url), only }, ports, hostileSections);
  await proxy.close();
  return outcome;
}

/** Adds the user of the wallet to rejections. */
function revealOwners(): Mutate {
  const owners = new Map<unknown, string | null>();
  return async ({ request, forward }) => {
    const response = await forward();
    if (request.operation !== 'authenticateWallet') return response;
    const wallet = parseFields(request)['walletAddress'];
    if (!isAccepted(response))
      return { ...response, text: JSON.stringify({ owner: owners.get(wallet) }) };
    owners.set(wallet, findUserId(response));
    return response;
  };
}

/** Assumes a value for a wallet without network and type. */
function withDefault(name: string, value: string): Mutate {
  return ({ request, forward }): Promise<ProxyResponse> => {
    const fields = parseFields(request);
    const isMissing = 'walletAddress' in fields && !(name in fields) && !('walletType' in fields);
    return forward(isMissing ? withFields(request, { [name]: value }) : request);
  };
}
