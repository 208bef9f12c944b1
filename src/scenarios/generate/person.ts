/** Who an account belongs to. */
import type { Faker } from '@faker-js/faker';
import type { ScenarioPersonalInformation } from '../../contract/scenario.gen.ts';
import { timestampOf } from '../../domain/clock.ts';
import { draw } from '../../ports/draws.ts';

const DAY = 86_400_000;
const BORN = {
  first: Date.parse('1940-01-01T00:00:00Z') / DAY,
  last: Date.parse('2005-12-31T00:00:00Z') / DAY,
};

/** Returns a fictional person with a fictional address in the United States. */
export function drawPerson(faker: Faker): ScenarioPersonalInformation {
  return {
    firstName: faker.person.firstName(),
    lastName: faker.person.lastName(),
    dateOfBirth: dayOf(faker.number.int({ min: BORN.first, max: BORN.last })),
    streetAddress: faker.location.streetAddress(),
    city: faker.location.city(),
    region: faker.location.state({ abbreviated: true }),
    postalCode: faker.location.zipCode('#####'),
    countryCode: 'US',
  };
}

/** Returns the person of a key, who is the same whatever other users there are. */
export function personOfKey(faker: Faker, seed: number, key: string): ScenarioPersonalInformation {
  faker.seed(draw({ seed, workspace: 'scenario' }, 'person', key, 0).readUInt32BE());
  return drawPerson(faker);
}

/** The date of a day, counted from 1970-01-01. */
function dayOf(day: number): string {
  return timestampOf(day * DAY).slice(0, 'yyyy-mm-dd'.length);
}
