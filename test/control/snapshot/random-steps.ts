/**
 * Generates random steps. They use few different values, so that steps affect each other. The weights, and values
 * that occur twice in a list, select how often a value is drawn.
 */
import * as fc from 'fast-check';

import type { Step } from './script-runner.ts';

const client = fc.constantFrom('wallet-app', 'exchange-app');
const wallet = fc.nat({ max: 2 });
const variant = fc.constantFrom('network', 'type');
const to = fc.constantFrom(
  '+12025550143',
  '+12025550144',
  'rita@example.test',
  'Omar@example.test',
);
/** Usually the newest challenge or code of the wallet or destination (0), otherwise one of the three newest. */
const age = fc.oneof({ arbitrary: fc.constant(0), weight: 4 }, fc.nat({ max: 2 }));
const user = fc.nat({ max: 5 });

const signInSteps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('start'), client, wallet, variant }),
  fc.record({ do: fc.constant('authenticate'), client, wallet, variant, age }),
  fc.record({
    do: fc.constant('authenticateOtp'),
    client,
    to,
    age,
    isCorrect: fc.constantFrom(true, true, false),
  }),
);

const otherSteps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('send'),
    client,
    to,
    bearer: fc.constantFrom('client', 'client', 'session'),
  }),
  fc.record({ do: fc.constantFrom('read', 'addWallet'), client, wallet }),
  fc.record({
    do: fc.constant('advance'),
    duration: fc.constantFrom('PT1S', 'PT1M', 'PT3M', 'PT6M', 'PT40M'),
  }),
  fc.record({ do: fc.constant('freeze'), frozen: fc.boolean() }),
  fc.record({
    do: fc.constant('submitKyc'),
    user,
    outcome: fc.constantFrom('APPROVED', 'IN_REVIEW', 'DECLINED'),
  }),
  fc.record({ do: fc.constant('submitTransaction'), user, settles: fc.boolean() }),
  fc.record({ do: fc.constantFrom('settle', 'return'), user, transaction: fc.nat({ max: 1 }) }),
  fc.record({
    do: fc.constant('flag'),
    user,
    code: fc.constantFrom('F0000', 'K1001', 'F1001', 'T1001'),
  }),
  fc.constant<Step>({ do: 'clearInbox' }),
  fc.constant<Step>({ do: 'readAll' }),
);

export const step = fc.oneof(
  { arbitrary: signInSteps, weight: 6 },
  { arbitrary: otherSteps, weight: 10 },
);
