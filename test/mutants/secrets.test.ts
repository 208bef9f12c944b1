import { describe, it } from 'vitest';
import { useTargets } from './sandbox-targets.ts';
import { expectMaskedSecrets, leakedSettings } from './leaked-settings.ts';

const targets = useTargets();

describe('secrets in responses of the deployment', { timeout: 180_000 }, () => {
  it.for(Object.entries(leakedSettings))('%s are masked in reports', async ([, mutate]) => {
    await expectMaskedSecrets(mutate, targets);
  });
});
