import { describe, expect, it } from 'vitest';
import { inputs, notTestedWith, reviewed } from './inputs.ts';
import { useTargets } from './sandbox-targets.ts';

const targets = useTargets();

describe('what is not tested', { timeout: 180_000 }, () => {
  it.for(Object.keys(inputs))('with %s', async (name) => {
    expect(await notTestedWith(name, targets)).toEqual(reviewed()[name]);
  });
});
