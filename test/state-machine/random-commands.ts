/** Random runs: which commands there are, on whom, and how often. */
import * as fc from 'fast-check';

import { getTestWallet } from '../../src/ports/test-wallets.ts';
import type { TestWallet } from '../../src/ports/first-test-wallets.ts';
import {
  add,
  response,
  authenticate,
  changeFlag,
  returnTransaction,
  inTurn,
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

/** A wallet and who signs for it, mostly itself. */
const signed = wallet.chain((own) =>
  fc.record({
    own: fc.constant(own),
    signer: fc.oneof(fc.constant(own), fc.constant(own), wallet),
  }),
);

/** All commands; rare combinations are included as one command. */
export const commands: fc.Arbitrary<Command> = fc.oneof(
  often(fc.tuple(client, wallet).map((given) => start(...given))),
  often(fc.tuple(client, signed).map(([app, { own, signer }]) => authenticate(app, own, signer))),
  often(
    fc
      .tuple(client, signed, pause)
      .map(([app, { own, signer }, waited]) =>
        inTurn([start(app, own), ...waited, authenticate(app, own, signer)]),
      ),
  ),
  often(fc.tuple(client, wallet, fc.boolean()).map((given) => add(...given))),
  often(fc.tuple(client, destination).map((given) => send(...given))),
  often(fc.tuple(client, destination, fc.boolean()).map((given) => response(...given))),
  often(
    fc
      .tuple(client, destination, pause, fc.nat({ max: 6 }))
      .map(([app, to, waited, wrongTries]) =>
        inTurn([
          send(app, to),
          ...waited,
          ...Array.from({ length: wrongTries }, () => response(app, to, false)),
          response(app, to, true),
        ]),
      ),
  ),
  often(client.map(read)),
  often(fc.tuple(who, kycStatus).map((given) => submitKyc(...given))),
  often(fc.tuple(who, change, code).map((given) => changeFlag(...given))),
  often(fc.tuple(who, change, code).map((given) => changeFlag(...given))),
  often(
    fc
      .tuple(who, fc.option(fc.record({ after: minutes, outcome })))
      .map((given) => submit(...given)),
  ),
  often(fc.tuple(which, outcome).map((given) => settle(...given))),
  often(which.map(returnTransaction)),
  often(minutes.map(wait)),
  seldom(fc.constant(reset)),
);

function often(arbitrary: fc.Arbitrary<Command>): fc.WeightedArbitrary<Command> {
  return { arbitrary, weight: 6 };
}

function seldom(arbitrary: fc.Arbitrary<Command>): fc.WeightedArbitrary<Command> {
  return { arbitrary, weight: 1 };
}
