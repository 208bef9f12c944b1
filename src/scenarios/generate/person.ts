import type { Faker } from '@faker-js/faker';
import pLimit from 'p-limit';
import type { ScenarioPersonalInformation } from '../../contract/scenario.gen.ts';
import { formatTimestamp } from '../../domain/clock.ts';
import { draw } from '../../ports/draws.ts';

export type Person = Required<ScenarioPersonalInformation>;

const DAY = 86_400_000;
/** The first and last date of birth, in days since 1970-01-01. */
const DATE_OF_BIRTH = {
  min: Date.parse('1940-01-01T00:00:00Z') / DAY,
  max: Date.parse('2005-12-31T00:00:00Z') / DAY,
};

const runExclusively = pLimit(1);

/** Runs work with exclusive access to the global faker instance, because the work sets its seed. */
export function withFaker<Result>(work: (faker: Faker) => Promise<Result>): Promise<Result> {
  return runExclusively(async () => {
    const { faker } = await import('@faker-js/faker/locale/en');
    return work(faker);
  });
}

export function drawPerson(faker: Faker): Person {
  return {
    firstName: faker.person.firstName(),
    lastName: faker.person.lastName(),
    dateOfBirth: formatTimestamp(faker.number.int(DATE_OF_BIRTH) * DAY).slice(
      0,
      'yyyy-mm-dd'.length,
    ),
    streetAddress: faker.location.streetAddress(),
    city: faker.location.city(),
    region: faker.location.state({ abbreviated: true }),
    postalCode: faker.location.zipCode('#####'),
    countryCode: 'US',
  };
}

/** Returns the person of a key, independent of other users. */
export function createPerson(faker: Faker, seed: number, key: string): Person {
  faker.seed(draw({ seed, workspace: 'scenario' }, 'person', key, 0).readUInt32BE());
  return drawPerson(faker);
}
