import { describe, it } from 'vitest';
import { useTargets } from './sandbox-targets.ts';
import { expectKeptSecrets, shouting } from './shouting.ts';

const targets = useTargets();

describe('secrets in responses of the deployment', { timeout: 180_000 }, () => {
  it.for(Object.entries(shouting))('%s are masked in reports', async ([, mutate]) => {
    await expectKeptSecrets(mutate, targets);
  });
});
