/** What a run makes of settings that are seldom met, in sandboxes that are sound. */
import { describe, it } from 'vitest';
import { loadDialect } from '../../../src/dialect/load.ts';
import { sandboxDeployment } from '../deployments.ts';
import { documentOf } from '../round-trip/values.ts';
import { runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { oddRuns, type OddRun } from './odd-settings.ts';
import { expectToldInShort } from './reviewed.ts';
import { inOrder } from './told.ts';

const targets = useTargets();

describe('of a sandbox, and', { timeout: 60_000 }, () => {
  it.for(Object.entries(oddRuns))('%s', async ([name, odd]) => {
    const document = documentOf(odd.dialect ?? {});
    const deployment = await sandboxDeployment(targets, name, document);
    const granted = odd.granted && (await loadDialect(documentOf(odd.granted)));
    const started = await deployment.start();
    const target = odd.scenario ? await targets.target(document, odd.scenario) : started.target;
    const running = { ...deployment, start: () => Promise.resolve({ ...started, target }) };
    const outcome = await runAgainst(running, null, {
      ...(granted && 'dialect' in granted && { granted: granted.dialect }),
      ...(odd.sections && { sections: odd.sections }),
      ...(odd.ports && { ports: odd.ports(target) }),
      settings: { ...odd.settings, ...inOrder },
    });
    expectToldInShort('odd-settings', name, outcome, usualOf(name, odd));
  });
});

/** What a run is set beside: one that is as short, of what is not odd. */
function usualOf(name: string, { granted, sections }: OddRun): string {
  if (name.startsWith('nothing odd')) return name;
  if (granted) return 'nothing odd, taken for granted';
  return sections ? 'nothing odd, and nothing checked' : 'nothing odd';
}
