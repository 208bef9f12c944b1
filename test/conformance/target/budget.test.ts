/** The budget limits the duration of a run, except the time in which a person reads a code. */
import { beforeEach, describe, expect, it } from 'vitest';
import { RequestBudget } from '../../../conformance/target/budget.ts';

let now: number;
let budget: RequestBudget;

beforeEach(() => {
  now = 0;
  budget = new RequestBudget({ maxRequests: 10, maxOtpSends: 10, maxDuration: 1000 }, () => now);
});

/** Begins untimed work, and returns a function that ends it. */
function beginUntimed(): () => Promise<void> {
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const work = budget.runUntimed(() => finished);
  return () => {
    finish();
    return work;
  };
}

describe('untimed work', () => {
  it('is not counted while it runs or afterwards', async () => {
    const end = beginUntimed();
    now = 5000;
    expect(() => budget.countRequest()).not.toThrow();
    await end();
    now = 5999;
    expect(() => budget.countRequest()).not.toThrow();
    now = 6000;
    expect(() => budget.countRequest()).toThrow('the limit of 1 s is reached');
  });

  it('is subtracted once if it is concurrent', async () => {
    const ends = [beginUntimed(), beginUntimed()];
    now = 5000;
    for (const end of ends) await end();
    now = 6000;
    expect(() => budget.countRequest()).toThrow('the limit of 1 s is reached');
  });
});
