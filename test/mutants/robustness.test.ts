/** Hostile input to broken and legal deployments. */
import { describe, expect, it } from 'vitest';
import type { RunOutcome } from '../../conformance/outcome.ts';
import { malformedSignatures } from '../../conformance/sections/3-malformed-signatures.check.ts';
import { schemaCases } from '../../conformance/sections/4-schema-cases.check.ts';
import { unparsableBodies } from '../../conformance/sections/4-unparsable-bodies.check.ts';
import { invalidCredentials } from '../../conformance/sections/5-invalid-credentials.check.ts';
import { robustness } from '../../conformance/sections/7-robustness.check.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { loadOrThrow } from '../setup/dialect-document.ts';
import { sample } from '../setup/test-length.ts';
import { createIndependentDeployment, createSandboxDeployment } from './deployments.ts';
import { createOtp, dialects, type Values } from './dialects.ts';
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
import { clientWithoutToken, unusedDestinations, useTargets } from './sandbox-targets.ts';
import { listFalseFailures, runAgainst, runMutated } from './run-mutants.ts';

const targets = useTargets();

const hostileSections = [
  malformedSignatures,
  schemaCases,
  unparsableBodies,
  invalidCredentials,
  robustness,
];

const otpByDestination = {
  identifiedBy: 'destination',
  codeField: 'code',
  sendReturns: 'empty',
  authenticateReturns: 'sessionAndRecord',
} as const;

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

function countPasses({ results }: RunOutcome): number {
  return results.filter(({ verdict }) => verdict === 'pass').length;
}

const createDeployment = (name: string, values: Values) =>
  createSandboxDeployment(targets, name, { version: 1, values });

/** Runs the checks with hostile input against a mutant of a sandbox. */
async function runHostile(
  mutate: Mutate,
  values: Values = {},
  only: readonly string[] = [],
): Promise<RunOutcome> {
  const deployment = await createDeployment('behind a proxy', values);
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

const legalDialects: Readonly<Record<string, Values>> = {
  ...Object.fromEntries(Object.entries(dialects).map(([name, { values }]) => [name, values ?? {}])),
  'unknown fields and content types ignored': {
    requests: { unknownFields: 'ignore', contentType: 'ignore' },
    errors: { body: 'nested' },
  },
  'other statuses': {
    success: { status: 201 },
    errors: { status: { malformed: 422, schema: 409, otpWrong: 422, signature: 403 } },
  },
  'wallets by type, both fields accepted': { wallet: { variant: 'type', both: 'accept' } },
  'codes identified by destination': { otp: { sms: otpByDestination } },
  'a lock after one wrong code': { otp: { sms: { maxAttempts: 1 }, email: { maxAttempts: 1 } } },
  'unknown identities rejected at authenticate': { identity: { unknown: 'rejectAtAuthenticate' } },
};

describe('hostile input to a sandbox', () => {
  it.each(sample(Object.entries(legalDialects), 2))(
    'raises no false alarm: %s',
    async (name, values) => {
      const deployment = await createDeployment(name, values);
      const outcome = await runAgainst(deployment, {
        assumedDialect: deployment.dialect,
        sections: hostileSections,
      });
      expect(listFalseFailures(outcome)).toEqual([]);
      // The expected maximums include requests and sends for the sign-ins of the declared accounts.
      expect(outcome.budget.requests.used).toBeLessThan(540);
      expect(outcome.budget.otpSends.used).toBeLessThanOrEqual(20);
    },
  );

  const limitedSettings: Readonly<Record<string, Partial<ConformSettings>>> = {
    'one number and one address': { destinations: unusedDestinations },
    'few requests': { maxRequests: 150 },
    'no sends': { maxOtpSends: 0 },
    'no accounts, no token': { accounts: [], secondClient: null, client: clientWithoutToken },
  };

  it.each(sample(Object.entries(limitedSettings), 1))(
    'raises no false alarm with %s',
    async (_name, settings) => {
      const outcome = await runAgainst(await createDeployment('default', {}), {
        assumedDialect: defaultDialect,
        settings,
        sections: hostileSections,
      });
      expect(listFalseFailures(outcome)).toEqual([]);
      expect(countPasses(outcome)).toBeGreaterThan(5);
    },
  );
});

/** For each variant of the independent server: the dialect values that a run needs for valid requests. */
const variantDialects = {
  terse: {
    ...createOtp({ codeField: 'code', identifiedBy: 'destination' }),
    wallet: { variant: 'network', challenge: { onBadSignature: 'burn' } },
    user: { identifiedBy: { query: 'userId' } },
  },
  pages: {
    otp: { sms: { codeField: 'oneTimePassword' }, email: { codeField: 'token' } },
    identity: { unknown: 'rejectAtAuthenticate' },
    user: { path: '/api/user' },
  },
  nervous: {
    ...createOtp({ codeField: 'verificationCode', identifiedBy: 'both' }),
    wallet: { challenge: { onBadSignature: 'burn' } },
    identity: { unknown: 'rejectAtAuthenticate' },
    user: { path: '/v1/auth/user' },
  },
} satisfies Record<string, Values>;

describe('hostile input to the independent server', () => {
  const names = Object.keys(variantDialects) as (keyof typeof variantDialects)[];
  it.each(sample(names, 1))('raises no false alarm: %s', async (name) => {
    const outcome = await runAgainst(createIndependentDeployment(name), {
      assumedDialect: await loadOrThrow({ version: 1, values: variantDialects[name] }),
      sections: hostileSections,
    });
    expect(listFalseFailures(outcome)).toEqual([]);
  });
});
