import { expect, it } from 'vitest';
import { sandboxDeployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import { createResponse, parseFields, findText } from './exchange.ts';
import type { Mutate } from './mutate.ts';
import { listAlarms, runAgainst } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';

// The one declared destination, so that conform does not generate another.
const TEST_DESTINATION = '+15555550123';

const targets = useTargets();

it('§5.7: a run generates another number if the first one belongs to a user', async () => {
  const deployment = await sandboxDeployment(targets, 'default', dialects.default);
  const numbers = new Map<string, 'free' | 'taken'>();
  let phase: 'discovering' | 'checking' = 'discovering';
  const everyThirdIsTaken: Mutate = async ({ request, forward }) => {
    const number = findText(parseFields(request), 'phoneNumber');
    const isRight = request.operation === 'sendSmsOtp' && /^\+\d{11}$/.test(number ?? '');
    const isDrawn = isRight && number !== TEST_DESTINATION;
    if (phase === 'discovering' || !isDrawn || number === null) return forward();
    const isTaken = numbers.get(number) ?? (numbers.size % 3 === 0 ? 'taken' : 'free');
    numbers.set(number, isTaken);
    const refusal = createResponse(409, { code: 'identityTaken', message: 'taken', details: [] });
    return isTaken === 'taken' ? refusal : forward();
  };
  const { client } = (await deployment.start()).settings('');
  const outcome = await runAgainst(deployment, everyThirdIsTaken, {
    settings: {
      client: { ...client, accessToken: null },
      secondClient: null,
      accounts: [],
      only: ['2.3', '2.1.accept.json', '2.5', '4.4.request', '4.5', '5.4'],
    },
    ports: {
      watch: ({ kind }) => {
        if (kind === 'checked') phase = 'checking';
      },
    },
  });
  expect([...numbers.values()].filter((one) => one === 'taken').length).toBeGreaterThan(1);
  expect(listAlarms(outcome)).toEqual([]);
  // Only the next number after a taken one is accepted.
  const drawn = outcome.results.filter(({ id }) => !id.includes('same-last-digits'));
  const reasons = drawn.map(({ reason }) => reason);
  expect(reasons.filter((reason) => /\b409\b/.test(reason))).toEqual([]);
}, 60_000);
