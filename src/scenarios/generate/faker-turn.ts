import type { Faker } from '@faker-js/faker';
import { oneAtATime } from '../../ports/one-at-a-time.ts';

const inTurn = oneAtATime();

/** Runs work with the one faker there is, which the work seeds: it has the faker to itself until it is done. */
export function withFaker<Result>(work: (faker: Faker) => Promise<Result>): Promise<Result> {
  return inTurn(async () => {
    const { faker } = await import('@faker-js/faker/locale/en');
    return work(faker);
  });
}
