import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckResult } from '../../conformance/outcome.ts';
import {
  partialSettings,
  runWithPartialSettings,
  listChecksWithoutSettingName,
} from './partial-settings.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();

let resultsWithEverything: readonly CheckResult[] = [];

beforeAll(async () => {
  resultsWithEverything = await runWithPartialSettings('everything', targets);
}, 60_000);

const isNotTested = ({ verdict }: CheckResult) => verdict === 'not-tested';

describe('a check that is not tested', () => {
  it('needs only more accounts or destinations if every setting is set', () => {
    const missing = resultsWithEverything.filter(
      (result) => isNotTested(result) && result.cause === 'settings',
    );
    const needsData = /^Needs (?:an account with|destinations[.])/;
    expect(missing.filter(({ reason }) => !needsData.test(reason))).toEqual([]);
  });

  it.for(Object.keys(partialSettings).filter((name) => name !== 'everything'))(
    'names the missing setting if the settings are %s',
    async (name) => {
      const results = await runWithPartialSettings(name, targets);
      const notTested = new Set(results.filter(isNotTested).map(({ id }) => id));
      const preventedResults = resultsWithEverything.filter(
        (result) => !isNotTested(result) && notTested.has(result.id),
      );
      expect(preventedResults.length).toBeGreaterThan(0);
      expect(results.some(({ cause }) => cause === 'settings')).toBe(true);
      expect(listChecksWithoutSettingName(results)).toEqual([]);
    },
  );
});
