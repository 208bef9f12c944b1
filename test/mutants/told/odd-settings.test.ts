/** What a run makes of settings that are seldom met, in sandboxes that are sound. */
import { describe, expect, it } from 'vitest';
import { loadDialect } from '../../../src/dialect/load.ts';
import { sandboxDeployment } from '../deployments.ts';
import { documentOf } from '../round-trip/values.ts';
import { alarmsOf, runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { oddAccounts } from './odd-settings/accounts.ts';
import { oddCodes } from './odd-settings/codes.ts';
import { oddDialects } from './odd-settings/dialects.ts';
import { strangersRefused } from './odd-settings/newcomers.ts';
import { oddPeople } from './odd-settings/people.ts';
import { discovery, taken, type OddRun, type OddRuns } from './odd-settings/odd-run.ts';
import { expectToldInShort } from './reviewed.ts';
import { inOrder } from './told.ts';

const targets = useTargets();

const oddRuns: OddRuns = {
  'nothing odd': {},
  'nothing odd, taken for granted': taken({}),
  'nothing odd, and nothing checked': discovery,
  ...strangersRefused,
  ...oddDialects,
  ...oddCodes,
  ...oddAccounts,
  ...oddPeople,
};

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
    // Whatever is given, no fault of it is the deployment's.
    expect(alarmsOf({ ...outcome, stop: null })).toEqual([]);
    expectToldInShort('odd-settings', name, outcome, usualOf(name, odd));
  });
});

/** What a run is set beside: one that is as short, of what is not odd. */
function usualOf(name: string, { granted, sections }: OddRun): string {
  if (name.startsWith('nothing odd')) return name;
  if (granted) return 'nothing odd, taken for granted';
  return sections ? 'nothing odd, and nothing checked' : 'nothing odd';
}
