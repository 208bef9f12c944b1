/** What is found out about sandboxes in dialects at random, and by what. */
import { describe, it } from 'vitest';
import { combinations } from '../round-trip/combinations.ts';
import { documentOf } from '../round-trip/values.ts';
import { sandboxDeployment } from '../deployments.ts';
import { runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { expectToldInShort } from './reviewed.ts';
import { inOrder } from './told.ts';

const targets = useTargets();
const dialects = [{}, ...(await combinations(24, 11))];

describe('of a dialect at random', { timeout: 60_000 }, () => {
  it.for(dialects.map((values, index) => [index, values] as const))(
    '%i',
    async ([index, values]) => {
      const deployment = await sandboxDeployment(targets, `random ${index}`, documentOf(values));
      const outcome = await runAgainst(deployment, null, { settings: inOrder, sections: [] });
      expectToldInShort('at-random', `dialect ${index}`, outcome);
    },
  );
});
