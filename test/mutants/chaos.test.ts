/** Legal but unusual behaviour of a deployment (docs/chaos.md). */
import { expect, it } from 'vitest';
import { runConformance } from '../../conformance/run-conformance.ts';
import { sendRequest } from '../sandbox.ts';
import { listFalseFailures } from './run-mutants.ts';
import { createSettings, useTargets } from './sandbox-targets.ts';

const targets = useTargets();

/** All kinds except slow responses, which would delay the test. */
const kinds = ['unknownFields', 'unknownFlag', 'rateLimit', 'longPending', 'challengePhrase'];

it.each(['low', 'high'])('chaos of level %s is not a violation', async (level) => {
  const target = await targets.create();
  await sendRequest(`${target}/sandbox/chaos`, { method: 'PUT', body: { level, kinds } });
  const waits: number[] = [];
  const outcome = await runConformance(createSettings(target, { maxRequests: 8000 }), {
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return new Promise((resolve) => setImmediate(resolve));
    },
  });
  expect(listFalseFailures(outcome)).toEqual([]);
  // Most checks ran, and requests were rate-limited.
  expect(outcome.results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(300);
  expect(waits.length).toBeGreaterThan(50);
  const prevented = outcome.results.filter(({ cause }) => cause === 'environment');
  expect(prevented.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
});
