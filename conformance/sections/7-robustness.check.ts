import type { OperationId } from '../../src/contract/words.ts';
import { check, checkEach, section, type Alone } from '../define-check.ts';
import { requestToMalform, harmless } from '../hostile-input/request-to-malform.ts';
import { assertNoServerErrors, type Case } from '../hostile-input/cases.ts';
import { assertNoStackTrace, assertNoSecrets } from '../hostile-input/leaked-internals.ts';
import {
  malformedBodies,
  malformedHeaders,
  nonStandardJson,
} from '../hostile-input/malformed-bodies.ts';
import {
  malformedFields,
  invalidQueries,
  invalidReads,
  invalidTokens,
} from '../hostile-input/malformed-values.ts';
import type { Refused } from '../hostile-input/rejected-requests.ts';
import {
  requestsForAnotherWallet,
  requestsOfAnotherClient,
  throwingRequests,
  rejectedReads,
  wrongCodes,
} from '../hostile-input/rejected-requests.ts';
import { otpOperations } from '../actors/app.ts';
import { allOperations } from '../actors/operations.ts';
import type { Attempt } from '../attempt.ts';
import { brokenAtOnce } from '../hostile-input/broken-at-once.ts';
import type { HttpRequest, Reply } from '../target/http-request.ts';

/** Operations whose user is identified by the bearer token. */
const withBearer: ReadonlySet<OperationId> = new Set(['addWalletToUser', 'sendSmsOtp']);

/** Operations with similar requests. */
const families = {
  wallet: ['startWalletAuth', 'authenticateWallet', 'addWalletToUser'],
  sms: Object.values(otpOperations.sms),
  email: Object.values(otpOperations.email),
  user: ['getUser'],
} as const satisfies Readonly<Record<string, readonly OperationId[]>>;

type Family = keyof typeof families;

export const robustness = section('7', 'Hostile input', [
  checkEach(allOperations, {
    requirement: '7.requests.no-breakdown',
    title: 'handles unusual bodies, texts and headers without a server error',
    turn: 'second',
    async run(t, operation) {
      await t.ctx.control(operation);
      const { request } = await requestToMalform(t, operation);
      const accepted = await assertNoServerErrors(t, hostileCases(t, operation, request));
      if (accepted.length > 0) t.observe(`accepts ${accepted.join(', ')}`);
    },
  }),
  allOperations.map((operation) =>
    check({
      requirement: '7.requests.no-breakdown',
      operation,
      part: `${operation}/twice-at-once`,
      title: 'handles the same request twice at the same time without a server error',
      alone: 'always',
      turn: 'second',
      async run(t) {
        await t.ctx.control(operation);
        const broken = await brokenAtOnce(t, operation);
        t.assert(
          broken === null,
          'expected no server error for the same request twice at the same time, got one repeatedly, and none one after the other',
          ...(broken === null ? [] : [broken]),
        );
      },
    }),
  ),
  checkFamilies(
    '7.refusal.no-stack-trace',
    'rejects unreadable input without a stack trace',
    async (t, family) => {
      const replies: Reply[] = [];
      for (const operation of families[family]) {
        replies.push(...(await throwingRequests(t, operation)));
      }
      assertNoStackTrace(t, replies);
    },
  ),
  checkFamilies(
    '7.response.no-secret',
    'returns no client or user secret in a rejection',
    async (t, family) => {
      for (const refused of await refusalsOf(t, family)) {
        if (refused.replies.length > 0) assertNoSecrets(t, refused.replies, refused.kept);
      }
    },
  ),
]);

/**
 * Maximum number of fields per operation: operations share most of their code, so each gets
 * different values.
 */
const MAX_FIELDS = 4;
const MAX_TOKENS = 2;

function hostileCases(t: Attempt, operation: OperationId, request: HttpRequest): readonly Case[] {
  if (operation === 'getUser') {
    return [
      ...invalidReads(request, t.dialect),
      ...invalidQueries(request),
      ...malformedHeaders(request),
    ];
  }
  const safe = harmless(request);
  return [
    ...malformedBodies(safe),
    // All operations share the parsing of headers and JSON.
    ...(operation === 'startWalletAuth'
      ? [...malformedHeaders(safe), ...nonStandardJson(safe)]
      : []),
    // A deployment may accept any text as an address (§2.2), so declared accounts are not used.
    ...(operation === 'addWalletToUser' && !t.flows.unknownIdentitiesSignUp
      ? []
      : t.sample(malformedFields(request), MAX_FIELDS)),
    ...(withBearer.has(operation) ? t.sample(invalidTokens(safe), MAX_TOKENS) : []),
  ];
}

async function refusalsOf(t: Attempt, family: Family): Promise<readonly Refused[]> {
  switch (family) {
    case 'wallet':
      return [
        await requestsOfAnotherClient(t, 'startWalletAuth'),
        await requestsOfAnotherClient(t, 'addWalletToUser'),
        await requestsForAnotherWallet(t),
      ];
    case 'sms':
    case 'email':
      return [
        await requestsOfAnotherClient(t, otpOperations[family].send),
        await wrongCodes(t, family),
      ];
    case 'user':
      return [await rejectedReads(t)];
  }
}

function aloneOf(family: Family): Alone {
  return family === 'wallet' ? 'whileTheLastCounts' : 'never';
}

function checkFamilies(
  requirement: string,
  title: string,
  run: (t: Attempt, family: Family) => Promise<void>,
) {
  return (Object.keys(families) as Family[]).map((family) =>
    check({
      requirement,
      part: family,
      title,
      alone: aloneOf(family),
      async run(t) {
        for (const operation of families[family]) await t.ctx.control(operation);
        await run(t, family);
      },
    }),
  );
}
