import { describe, it } from 'vitest';
import { useTargets } from './sandbox-targets.ts';
import { expectKeptSecrets, shouting } from './shouting.ts';

const targets = useTargets();

describe('secrets that the deployment reveals', { timeout: 180_000 }, () => {
  it.for(Object.entries(shouting))('%s stay in the run', async ([, mutate]) => {
    await expectKeptSecrets(mutate, targets);
  });
});
