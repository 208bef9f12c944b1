import type { OperationId } from '../../src/contract/words.ts';
import { check, checkEach, section, type Alone } from '../define-check.ts';
import { callToSpoil, harmless } from '../hostile-input/call-to-spoil.ts';
import { noneBreaks, type Case } from '../hostile-input/cases.ts';
import { carriesNoStackTrace, keepsSecrets } from '../hostile-input/given-away.ts';
import { oddBodies, oddHeaders, oddlyWritten } from '../hostile-input/odd-bodies.ts';
import { oddFields, oddQueries, oddReads, oddTokens } from '../hostile-input/odd-values.ts';
import type { Refused } from '../hostile-input/refused-calls.ts';
import {
  callsForAnothersWallet,
  callsOfAnotherClient,
  callsThatThrow,
  refusedReads,
  wrongCodes,
} from '../hostile-input/refused-calls.ts';
import { otpOperations } from '../actors/app.ts';
import { allOperations } from '../actors/operations.ts';
import type { Attempt } from '../attempt.ts';
import type { Call, Reply } from '../target/call.ts';

/** Where who calls is told by a bearer. */
const withBearer: ReadonlySet<OperationId> = new Set(['addWalletToUser', 'sendSmsOtp']);

/** Calls that look alike from outside. */
const families = {
  wallet: ['startWalletAuth', 'authenticateWallet', 'addWalletToUser'],
  sms: Object.values(otpOperations.sms),
  email: Object.values(otpOperations.email),
  user: ['getUser'],
} as const satisfies Readonly<Record<string, readonly OperationId[]>>;

type Family = keyof typeof families;

export const robustness = section('7', 'Hostile input', [
  checkEach(
    allOperations,
    {
      requirement: '7.requests.no-breakdown',
      title: 'handles unusual bodies, texts and headers without a server error',
    },
    async (t, operation) => {
      await t.around.control(operation);
      const { call } = await callToSpoil(t, operation);
      const accepted = await noneBreaks(t, oddCases(t, operation, call));
      if (accepted.length > 0) t.observed(`accepts ${accepted.join(', ')}`);
    },
  ),
  checkFamilies(
    '7.refusal.no-stack-trace',
    'rejects unreadable input without a stack trace',
    async (t, family) => {
      const replies: Reply[] = [];
      for (const operation of families[family]) {
        replies.push(...(await callsThatThrow(t, operation)));
      }
      carriesNoStackTrace(t, replies);
    },
  ),
  checkFamilies(
    '7.response.no-secret',
    'returns no client or user secret in a rejection',
    async (t, family) => {
      for (const refused of await refusalsOf(t, family)) {
        if (refused.replies.length > 0) keepsSecrets(t, refused.replies, refused.kept);
      }
    },
  ),
]);

function oddCases(t: Attempt, operation: OperationId, call: Call): readonly Case[] {
  if (operation === 'getUser') {
    return [...oddReads(call, t.dialect), ...oddQueries(call), ...oddHeaders(call)];
  }
  const safe = harmless(call);
  return [
    ...oddBodies(safe),
    // Headers and JSON are read in the same way for each operation.
    ...(operation === 'startWalletAuth' ? [...oddHeaders(safe), ...oddlyWritten(safe)] : []),
    // A deployment may take any text for an address (§2.2): no declared account is given such.
    ...(operation === 'addWalletToUser' && !t.flows.strangersSignUp ? [] : oddFields(call)),
    ...(withBearer.has(operation) ? oddTokens(safe) : []),
  ];
}

async function refusalsOf(t: Attempt, family: Family): Promise<readonly Refused[]> {
  switch (family) {
    case 'wallet':
      return [
        await callsOfAnotherClient(t, 'startWalletAuth'),
        await callsOfAnotherClient(t, 'addWalletToUser'),
        await callsForAnothersWallet(t),
      ];
    case 'sms':
    case 'email':
      return [
        await callsOfAnotherClient(t, otpOperations[family].send),
        await wrongCodes(t, family),
      ];
    case 'user':
      return [await refusedReads(t)];
  }
}

/** Only one of them adds wallets. */
function aloneOf(family: Family): Alone {
  return family === 'wallet' ? 'whileTheLastCounts' : 'never';
}

function checkFamilies(
  requirement: string,
  title: string,
  run: (t: Attempt, family: Family) => Promise<void>,
) {
  return (Object.keys(families) as Family[]).map((family) =>
    check({ requirement, part: family, title, alone: aloneOf(family) }, async (t) => {
      for (const operation of families[family]) await t.around.control(operation);
      await run(t, family);
    }),
  );
}
