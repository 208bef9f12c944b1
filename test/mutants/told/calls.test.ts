/** What a deployment has to bear: every call of a run, from discovery to the last check. */
import { describe, it } from 'vitest';
import type { ConformSettings } from '../../../conformance/settings.ts';
import type { DialectDocument } from '../../../src/dialect/dialect.ts';
import { sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { runAgainst } from '../run-mutants.ts';
import { oneOfEach, useTargets } from '../sandbox-targets.ts';
import { expectTold } from './reviewed.ts';
import { inOrder } from './told.ts';
import { Transcript } from './transcript.ts';

const targets = useTargets();

const runs: readonly [string, DialectDocument, Partial<ConformSettings>][] = [
  ['default', dialects.default, {}],
  ['strict', dialects.strict, {}],
  ['renamed', dialects.renamed, { secondClient: null }],
  [
    'known to few',
    { version: 1, values: { identity: { unknown: 'rejectAtAuthenticate' } } },
    { destinations: oneOfEach },
  ],
];

describe('the calls of a run', { timeout: 60_000 }, () => {
  it.for(runs)('%s', async ([name, document, settings]) => {
    const deployment = await sandboxDeployment(targets, name, document);
    const transcript = new Transcript();
    await runAgainst(deployment, transcript.listen, { settings: { ...settings, ...inOrder } });
    expectTold('calls', name, transcript.lines);
  });
});
