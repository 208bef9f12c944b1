/** The short form; `npm run conformance:mutation` includes fifty runs. */
import { expect, it } from 'vitest';
import { sandboxDeployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import { useTargets } from './sandbox-targets.ts';
import { listUnstableVerdicts } from './stable-verdicts.ts';

const targets = useTargets();

it('repeated runs reach the same verdicts', async () => {
  const deployment = await sandboxDeployment(targets, 'default', dialects.default);
  expect(await listUnstableVerdicts(deployment, 4)).toEqual([]);
}, 180_000);
