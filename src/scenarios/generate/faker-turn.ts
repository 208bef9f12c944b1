import type { Faker } from '@faker-js/faker';
import pLimit from 'p-limit';

const exclusively = pLimit(1);

/** Runs work with exclusive access to the global faker instance, because the work sets its seed. */
export function withFaker<Result>(work: (faker: Faker) => Promise<Result>): Promise<Result> {
  return exclusively(async () => {
    const { faker } = await import('@faker-js/faker/locale/en');
    return work(faker);
  });
}
