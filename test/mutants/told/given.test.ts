/** What a run makes of a sandbox with more or less of what can be given, from discovery to the last check. */
import { describe, it } from 'vitest';
import { sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { given } from './given.ts';
import { expectToldInShort } from './reviewed.ts';
import { inOrder } from './told.ts';

const targets = useTargets();

describe('of a sandbox, given', { timeout: 60_000 }, () => {
  it.for(Object.entries(given))('%s', async ([name, settings]) => {
    const deployment = await sandboxDeployment(targets, 'default', dialects.default);
    const outcome = await runAgainst(deployment, null, { settings: { ...settings, ...inOrder } });
    expectToldInShort('given', name, outcome);
  });
});
