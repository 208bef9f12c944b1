import { describe, expect, it, vi } from 'vitest';
import type { RunOutcome } from '../../conformance/outcome.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { createSandboxDeployment } from './deployments.ts';
import {
  createResponse,
  parseBody,
  parseFields,
  isAccepted,
  findUserId,
  readLatestCode,
  withBody,
  withFields,
  type ProxyRequest,
} from './exchange.ts';
import type { Mutate } from './mutate.ts';
import {
  otpByDestination,
  HOSTILE_TIMEOUT,
  hostileSections,
  countPasses,
  type Values,
} from './hostile-runs.ts';
import { useTargets } from './sandbox-targets.ts';
import { listFalseFailures, runMutated } from './run-mutants.ts';

const targets = useTargets();
vi.setConfig({ testTimeout: HOSTILE_TIMEOUT });

interface BrokenDeployment {
  readonly dialect?: Values;
  readonly mutate: Mutate;
  /** The ids of checks that fail, and their reasons. */
  readonly failures: Readonly<Record<string, RegExp>>;
}

const ADDRESS = `0x${'12'.repeat(20)}`;
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
      forward(parseBody(request) === undefined ? addLastBrace(request) : request),
    failures: {
      '4.body.request-json/unreadable-startWalletAuth':
        /Expected 4xx for a body without its last brace/,
      '4.body.request-json/unreadable-sendSmsOtp': /Expected 4xx for a body without its last brace/,
    },
  },
  'rejects a send but sends a code': {
    mutate: executeTruncated('sendSmsOtp'),
    failures: { '4.body.request-json/unreadable-sendSmsOtp': /^Expected a rejected/ },
  },
  'rejects addWalletToUser but adds the wallet': {
    mutate: executeTruncated('addWalletToUser'),
    failures: {
      '4.body.request-json/unreadable-addWalletToUser':
        /^Expected a rejected addToUser to add nothing/,
    },
  },
  'prints a stack trace': {
    mutate: async ({ request, forward }) => {
      const response = await forward();
      return parseBody(request) === undefined ? withBody(response, TRACE) : response;
    },
    failures: {
      '7.refusal.no-stack-trace/wallet': /^A rejection contains a stack trace of JavaScript/,
    },
  },
  'returns the request headers': {
    mutate: async ({ request, forward }) => {
      const response = await forward();
      return isAccepted(response) ? response : withBody(response, request.headers);
    },
    failures: {
      '7.response.no-secret/wallet': /^A rejection contains <client secret>/,
      '7.response.no-secret/sms': /^A rejection contains <client secret>/,
      '7.response.no-secret/user': /^A rejection contains <(session JWT|client secret)>/,
    },
  },
  'returns the correct code': {
    dialect: { otp: { sms: otpByDestination } },
    mutate: async (exchange) => {
      const response = await exchange.forward();
      if (exchange.request.operation !== 'authenticateSmsOtp' || isAccepted(response))
        return response;
      const code = await readLatestCode(exchange);
      return withBody(response, { message: `it is ${code}, not this` });
    },
    failures: { '7.response.no-secret/sms': /^A rejection contains <one-time password>/ },
  },
  'reveals the user of a wallet': {
    mutate: revealOwners(),
    failures: { '7.response.no-secret/wallet': /^A rejection contains the owner of the wallet/ },
  },
  'requires no network': {
    mutate: ({ request, forward }) => {
      const fields = parseFields(request);
      const hasWalletOnly =
        'walletAddress' in fields && !('walletNetwork' in fields) && !('walletType' in fields);
      return forward(hasWalletOnly ? withFields(request, { walletNetwork: 'ETHEREUM' }) : request);
    },
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

describe('a run with hostile input', () => {
  it.each(Object.entries(brokenDeployments))(
    'fails if the deployment %s',
    async (_name, { dialect, mutate, failures }) => {
      const { results } = await runHostile(mutate, dialect, Object.keys(failures));
      for (const [id, reason] of Object.entries(failures)) {
        expect(results.find((result) => result.id === id)).toMatchObject({
          verdict: 'fail',
          reason: expect.stringMatching(reason),
        });
      }
    },
  );

  it('does not fail if every ninth response is a server error', async () => {
    let count = 0;
    const outcome = await runHostile(async ({ request, forward }) => {
      count += 1;
      return request.operation !== null && count % 9 === 0
        ? createResponse(500, 'busy')
        : forward();
    });
    expect(listFalseFailures(outcome)).toEqual([]);
    expect(countPasses(outcome)).toBeGreaterThan(20);
  });
});

/** Runs the checks with hostile input against a mutant of a sandbox. */
async function runHostile(
  mutate: Mutate,
  values: Values = {},
  only: readonly string[] = [],
): Promise<RunOutcome> {
  const deployment = await createSandboxDeployment(targets, 'behind a proxy', {
    version: 1,
    values,
  });
  return runMutated(deployment, mutate, {
    assumedDialect: deployment.dialect,
    settings: { only },
    sections: hostileSections,
  });
}

/** Adds the missing last brace to a truncated body. */
function addLastBrace(request: ProxyRequest): ProxyRequest {
  return { ...request, text: `${request.text}}` };
}

/** Rejects truncated bodies of an operation, but executes the complete request. */
function executeTruncated(operation: OperationId): Mutate {
  return async ({ request, forward }) => {
    if (parseBody(request) === undefined && request.operation === operation)
      await forward(addLastBrace(request));
    return forward();
  };
}

/** Adds the user of the wallet to rejections. */
function revealOwners(): Mutate {
  const owners = new Map<unknown, string | null>();
  return async ({ request, forward }) => {
    const response = await forward();
    if (request.operation !== 'authenticateWallet') return response;
    const wallet = parseFields(request)['walletAddress'];
    if (!isAccepted(response)) return withBody(response, { owner: owners.get(wallet) });
    owners.set(wallet, findUserId(response));
    return response;
  };
}
