import { expect, it } from 'vitest';
import { createSandboxDeployment } from './deployments.ts';
import { createResponse, parseFields, findText } from './exchange.ts';
import type { Mutate } from './mutate.ts';
import { listFalseFailures, runMutated } from './run-mutants.ts';
import { clientWithoutToken, useTargets } from './sandbox-targets.ts';

/** The number that a check sends to in every run. */
const FIXED_NUMBER = '+15555550123';

const targets = useTargets();

it('§5.7: a run that sends with a session does not use a number of another user', async () => {
  const deployment = await createSandboxDeployment(targets);
  const numbers = new Map<string, 'free' | 'taken'>();
  let phase: 'discovering' | 'checking' = 'discovering';
  const takeEveryThirdNumber: Mutate = async ({ request, forward }) => {
    const number = findText(parseFields(request), 'phoneNumber');
    const isGenerated = number !== FIXED_NUMBER && /^\+\d{11}$/.test(number ?? '');
    const isSend = request.operation === 'sendSmsOtp' && phase === 'checking';
    if (!isSend || !isGenerated || number === null) return forward();
    const state = numbers.get(number) ?? (numbers.size % 3 === 0 ? 'taken' : 'free');
    numbers.set(number, state);
    return state === 'taken' ? createResponse(409, { code: 'identityTaken' }) : forward();
  };
  const outcome = await runMutated(deployment, takeEveryThirdNumber, {
    settings: {
      client: clientWithoutToken,
      secondClient: null,
      accounts: [],
      only: ['2.3', '2.1.accept.json', '2.5', '4.4.request', '4.5', '5.4'],
    },
    ports: {
      // The first finished check shows that discovery is over.
      onProgress: ({ kind }) => {
        if (kind === 'checked') phase = 'checking';
      },
    },
  });
  expect([...numbers.values()].filter((state) => state === 'taken').length).toBeGreaterThan(1);
  expect(listFalseFailures(outcome)).toEqual([]);
  // Checks of numbers with the same last digits cannot choose another number.
  const affectedResults = outcome.results.filter(
    ({ id, reason }) => /\b409\b/.test(reason) && !id.includes('same-last-digits'),
  );
  expect(affectedResults).toEqual([]);
});
