import type { OperationId } from '../../src/contract/types.ts';
import { check, checkEach, section } from '../define-check.ts';
import { createRequestToMalform, makeHarmless } from '../hostile-input/request-to-malform.ts';
import { assertNoServerErrors, type Case } from '../hostile-input/cases.ts';
import { assertNoStackTrace, assertNoSecrets } from '../hostile-input/leaked-internals.ts';
import {
  listInvalidQueries,
  listInvalidReads,
  listInvalidTokens,
  listMalformedBodies,
  listMalformedFields,
  listMalformedHeaders,
  listNonStandardJson,
} from '../hostile-input/malformed-requests.ts';
import {
  type RejectedRequests,
  sendForAnotherWallet,
  sendWithWrongCredentials,
  sendUnparsableValues,
  sendRejectedReads,
  sendWrongCodes,
} from '../hostile-input/rejected-requests.ts';
import { allOperations, otpOperations } from '../actors/operations.ts';
import type { Attempt } from '../attempt.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import { runConcurrently } from '../observations/run-concurrently.ts';
import { RequestError } from '../target/request-errors.ts';
import { isServerError } from '../target/response-kinds.ts';

/** Operations that may need a bearer token, except getUser, which has other cases. */
const BEARER_OPERATIONS: ReadonlySet<OperationId> = new Set(['addWalletToUser', 'sendSmsOtp']);

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
    phase: 'additional',
    async run(t, operation) {
      await t.ctx.requireWorking(operation);
      const { request } = await createRequestToMalform(t, operation);
      const accepted = await assertNoServerErrors(t, listHostileCases(t, operation, request));
      if (accepted.length > 0) t.observe(`accepts ${accepted.join(', ')}`);
    },
  }),
  checkEach(allOperations, {
    requirement: '7.requests.no-breakdown',
    suffix: '/two-concurrent-requests',
    title: 'handles two simultaneous equal requests without a server error',
    exclusive: 'always',
    phase: 'additional',
    async run(t, operation) {
      await t.ctx.requireWorking(operation);
      const serverError = await findConcurrentError(t, operation);
      t.assert(
        serverError === null,
        'expected no server error for two simultaneous equal requests, got a server error in every round; in sequence, these requests cause no server error',
        serverError,
      );
    },
  }),
  checkFamilies(
    '7.refusal.no-stack-trace',
    'rejects unreadable input without a stack trace',
    async (t, family) => {
      const responses: HttpResponse[] = [];
      for (const operation of families[family]) {
        responses.push(...(await sendUnparsableValues(t, operation)));
      }
      assertNoStackTrace(t, responses);
    },
  ),
  checkFamilies(
    '7.response.no-secret',
    'returns no client or user secret in a rejection',
    async (t, family) => {
      for (const rejected of await sendRejectedRequests(t, family)) {
        if (rejected.responses.length > 0) assertNoSecrets(t, rejected.responses, rejected.secrets);
      }
    },
  ),
]);

/** Maximum number of cases with a malformed field, per operation; each operation gets different values. */
const MAX_FIELD_CASES = 4;
/** Maximum number of cases with an invalid token, per operation. */
const MAX_TOKEN_CASES = 2;

function listHostileCases(
  t: Attempt,
  operation: OperationId,
  request: HttpRequest,
): readonly Case[] {
  if (operation === 'getUser') {
    return [
      ...listInvalidReads(request, t.dialect),
      ...listInvalidQueries(request),
      ...listMalformedHeaders(request),
    ];
  }
  const harmless = makeHarmless(request);
  return [
    ...listMalformedBodies(harmless),
    // All operations share the parsing of headers and JSON.
    ...(operation === 'startWalletAuth'
      ? [...listMalformedHeaders(harmless), ...listNonStandardJson(harmless)]
      : []),
    // A deployment may accept any text as an address (§2.2), and a declared account must not get such a wallet.
    ...(operation === 'addWalletToUser' && !t.createsUsers
      ? []
      : t.sample(listMalformedFields(request), MAX_FIELD_CASES)),
    ...(BEARER_OPERATIONS.has(operation)
      ? t.sample(listInvalidTokens(harmless), MAX_TOKEN_CASES)
      : []),
  ];
}

async function sendRejectedRequests(
  t: Attempt,
  family: Family,
): Promise<readonly RejectedRequests[]> {
  switch (family) {
    case 'wallet':
      return [
        await sendWithWrongCredentials(t, 'startWalletAuth'),
        await sendWithWrongCredentials(t, 'addWalletToUser'),
        await sendForAnotherWallet(t),
      ];
    case 'sms':
    case 'email':
      return [
        await sendWithWrongCredentials(t, otpOperations[family].send),
        await sendWrongCodes(t, family),
      ];
    case 'user':
      return [await sendRejectedReads(t)];
  }
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
      exclusive: family === 'wallet' ? 'unlessSessionIdentifiesUser' : 'never',
      async run(t) {
        for (const operation of families[family]) await t.ctx.requireWorking(operation);
        await run(t, family);
      },
    }),
  );
}

/** Number of rounds that must all return a server error: a sporadic error does not count. */
const ROUNDS = 5;

/**
 * Returns a server error if concurrent requests cause one in every round, otherwise null; throws RequestError
 * if sequential requests cause one too.
 */
async function findConcurrentError(
  t: Attempt,
  operation: OperationId,
): Promise<HttpResponse | null> {
  let serverError: HttpResponse | undefined;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const request = await t.createValidRequest(operation);
    const responses = await runConcurrently(t, [
      () => sendOnce(t, request),
      () => sendOnce(t, request),
    ]);
    for (const response of responses) t.requireServiceResponse(response);
    serverError = responses.find(isServerError);
    if (serverError === undefined) return null;
    const control = await t.createValidRequest(operation);
    for (const response of [await sendOnce(t, control), await sendOnce(t, control)]) {
      if (isServerError(response))
        throw new RequestError(`${operation} returns ${response.status}`);
    }
  }
  return serverError ?? null;
}

/** Sends a request without repeating it after a server error, and counts a send of a code. */
function sendOnce(t: Attempt, request: HttpRequest): Promise<HttpResponse> {
  return t.ctx.ledger.sendAndCountOtp(request, () => t.sendWithoutDiagnostics(request));
}
