import { expect, it } from 'vitest';
import { requirements } from '../../src/contract/requirements.gen.ts';
import { isBeyondSight } from '../../src/dialect/left-open.ts';

/** docs/conformance.md names these: --strict does not ask for them. */
it('no run can ever see what lasts, what harms, what is not moved from outside, and every flag', () => {
  const ids = requirements.map(({ id }) => id).filter(isBeyondSight);
  expect(ids).toEqual([
    '2.3.challenge.lifetime',
    '2.7.flag.catalogue',
    '3.kyc.transitions',
    '8.limits.size',
    '8.otp.lifetime',
  ]);
});
