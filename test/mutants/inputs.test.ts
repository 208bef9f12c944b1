import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckResult } from '../../conformance/outcome.ts';
import { inputs, runWith, listSilent } from './inputs.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();

let everything: readonly CheckResult[] = [];

beforeAll(async () => {
  everything = await runWith('everything', targets);
}, 60_000);

const isNotTested = ({ verdict }: CheckResult) => verdict === 'not-tested';

describe('a check that is not tested', { timeout: 60_000 }, () => {
  it('needs only account or destination contexts if every setting is given', () => {
    const missing = everything.filter((its) => isNotTested(its) && its.cause === 'settings');
    const isContext = /^Needs (?:an account with|destinations[.])/;
    expect(missing.filter(({ reason }) => !isContext.test(reason))).toEqual([]);
  });

  it.for(Object.keys(inputs).filter((name) => name !== 'everything'))(
    'names the missing setting with %s',
    async (name) => {
      const tested = new Set(everything.filter((its) => !isNotTested(its)).map(({ id }) => id));
      const results = await runWith(name, targets);
      const lost = results.filter((its) => isNotTested(its) && tested.has(its.id));
      expect(lost.length).toBeGreaterThan(0);
      expect(lost.some(({ cause }) => cause === 'settings')).toBe(true);
      expect(listSilent(results)).toEqual([]);
    },
  );
});
