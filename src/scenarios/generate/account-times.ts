/** When an account and its transactions were created and last updated (§2.4). */
import type { Faker } from '@faker-js/faker';
import { timestampOf } from '../../domain/clock.ts';
import type { TransactionState } from '../../domain/state-tables.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** In milliseconds, the shortest and the longest. */
const AGE = { min: DAY, max: 730 * DAY };
const SETTLEMENT = { min: HOUR, max: 5 * DAY };
const RETURN = { min: 5 * DAY, max: 60 * DAY };

export interface Times {
  readonly createTime: string;
  readonly updateTime: string;
}

export interface AccountTimes extends Times {
  /** One for each transaction, the oldest first. */
  readonly transactions: readonly Times[];
}

/**
 * Draws times that lie before an instant.
 *
 * @param now milliseconds since the epoch
 */
export function drawTimes(
  faker: Faker,
  states: readonly TransactionState[],
  now: number,
): AccountTimes {
  const created = now - faker.number.int(AGE);
  const submissions = states
    .map(() => faker.number.int({ min: created, max: now }))
    .sort((one, other) => one - other);
  const changes = states.map((state, at) =>
    Math.min(now, (submissions[at] ?? created) + drawDelay(faker, state)),
  );
  return {
    createTime: timestampOf(created),
    updateTime: timestampOf(Math.max(created, ...changes)),
    transactions: submissions.map((submitted, at) => ({
      createTime: timestampOf(submitted),
      updateTime: timestampOf(changes[at] ?? submitted),
    })),
  };
}

/** The time between the submission of a transaction and its present state. */
function drawDelay(faker: Faker, state: TransactionState): number {
  switch (state) {
    case 'PENDING':
      return 0;
    case 'COMPLETE':
    case 'FAILED':
      return faker.number.int(SETTLEMENT);
    case 'returned':
      return faker.number.int(RETURN);
  }
}
