/** Arbitrary sequences of commands. */
import * as fc from 'fast-check';

import { getTestWallet } from '../../src/ports/test-wallets.ts';
import type { TestWallet } from '../../src/ports/first-test-wallets.ts';
import {
  add,
  authenticateByCode,
  authenticate,
  changeFlag,
  returnTransaction,
  runInOrder,
  read,
  reset,
  send,
  settle,
  start,
  submit,
  submitKyc,
  wait,
} from './commands.ts';
import type { Command, Destination } from './commands.ts';
import { ADA, BEN } from './model.ts';
import type { Outcome } from './model.ts';

export const wallets: readonly TestWallet[] = await Promise.all([0, 1, 2].map(getTestWallet));

const client = fc.constantFrom('wallet-app', 'exchange-app');
const wallet = fc.constantFrom(...wallets);
const destination = fc.constantFrom<Destination[]>(
  { channel: 'sms', to: BEN },
  { channel: 'sms', to: '+12025550102' },
  { channel: 'email', to: ADA },
  { channel: 'email', to: 'cleo@example.test' },
);
/** Few, so that one account sees much. */
const who = fc.nat({ max: 2 });
const which = fc.nat({ max: 3 });
const outcome = fc.constantFrom<Outcome[]>('success', 'failure');
const kycStatus = fc.constantFrom('APPROVED', 'IN_REVIEW', 'DECLINED');
const change = fc.constantFrom('add', 'add', 'remove');
const code = fc.constantFrom('F0000', 'F1001', 'F1001', 'K1001', 'T1001', 'T1001', 'T1002');
/** Sums of these reach the expiry times: 5, 10 and 60 minutes. */
const minutes = fc.constantFrom(1, 4, 5, 25).map((count) => count * 60_000);

/** Seldom a pause, mostly none. */
const pause = fc.oneof(
  { arbitrary: fc.constant([]), weight: 3 },
  { arbitrary: minutes.map((time) => [wait(time)]), weight: 1 },
);

/** A wallet and the wallet that signs for it, mostly the same. */
const signed = wallet.chain((own) =>
  fc.record({
    own: fc.constant(own),
    signer: fc.oneof(fc.constant(own), fc.constant(own), wallet),
  }),
);

/** All commands; rare combinations are included as one command. */
export const commands: fc.Arbitrary<Command> = fc.oneof(
  weightHigh(fc.tuple(client, wallet).map((given) => start(...given))),
  weightHigh(
    fc.tuple(client, signed).map(([app, { own, signer }]) => authenticate(app, own, signer)),
  ),
  weightHigh(
    fc
      .tuple(client, signed, pause)
      .map(([app, { own, signer }, waited]) =>
        runInOrder([start(app, own), ...waited, authenticate(app, own, signer)]),
      ),
  ),
  weightHigh(fc.tuple(client, wallet, fc.boolean()).map((given) => add(...given))),
  weightHigh(fc.tuple(client, destination).map((given) => send(...given))),
  weightHigh(
    fc.tuple(client, destination, fc.boolean()).map((given) => authenticateByCode(...given)),
  ),
  weightHigh(
    fc
      .tuple(client, destination, pause, fc.nat({ max: 6 }))
      .map(([app, to, waited, wrongTries]) =>
        runInOrder([
          send(app, to),
          ...waited,
          ...Array.from({ length: wrongTries }, () => authenticateByCode(app, to, false)),
          authenticateByCode(app, to, true),
        ]),
      ),
  ),
  weightHigh(client.map(read)),
  weightHigh(fc.tuple(who, kycStatus).map((given) => submitKyc(...given))),
  weightHigh(fc.tuple(who, change, code).map((given) => changeFlag(...given))),
  weightHigh(fc.tuple(who, change, code).map((given) => changeFlag(...given))),
  weightHigh(
    fc
      .tuple(who, fc.option(fc.record({ after: minutes, outcome })))
      .map((given) => submit(...given)),
  ),
  weightHigh(fc.tuple(which, outcome).map((given) => settle(...given))),
  weightHigh(which.map(returnTransaction)),
  weightHigh(minutes.map(wait)),
  weightLow(fc.constant(reset)),
);

function weightHigh(arbitrary: fc.Arbitrary<Command>): fc.WeightedArbitrary<Command> {
  return { arbitrary, weight: 6 };
}

function weightLow(arbitrary: fc.Arbitrary<Command>): fc.WeightedArbitrary<Command> {
  return { arbitrary, weight: 1 };
}
