/** What a run makes of settings that are seldom met, in sandboxes that are sound. */
import { describe, it } from 'vitest';
import { loadDialect } from '../../../src/dialect/load.ts';
import { sandboxDeployment } from '../deployments.ts';
import { documentOf } from '../round-trip/values.ts';
import { runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { oddRuns } from './odd-settings.ts';
import { expectToldInShort } from './reviewed.ts';
import { inOrder } from './told.ts';

const targets = useTargets();

describe('of a sandbox, and', { timeout: 60_000 }, () => {
  it.for(Object.entries(oddRuns))('%s', async ([name, odd]) => {
    const deployment = await sandboxDeployment(targets, name, documentOf(odd.dialect ?? {}));
    const granted = odd.granted && (await loadDialect(documentOf(odd.granted)));
    const outcome = await runAgainst(deployment, null, {
      ...(granted && 'dialect' in granted && { granted: granted.dialect }),
      ...(odd.sections && { sections: odd.sections }),
      ...(odd.ports && { ports: odd.ports() }),
      settings: { ...odd.settings, ...inOrder },
    });
    expectToldInShort('odd-settings', name, outcome);
  });
});
