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
  sendCode,
  settle,
  start,
  submit,
  submitKyc,
  wait,
} from './commands.ts';
import type { Command } from './commands.ts';
import { ADA, BEN } from './model.ts';
import type { Destination, Outcome } from './model.ts';

export const wallets: readonly TestWallet[] = await Promise.all([0, 1, 2].map(getTestWallet));

const client = fc.constantFrom('wallet-app', 'exchange-app');
const wallet = fc.constantFrom(...wallets);
const destination = fc.constantFrom<Destination[]>(
  { channel: 'sms', address: BEN },
  { channel: 'sms', address: '+12025550102' },
  { channel: 'email', address: ADA },
  { channel: 'email', address: 'cleo@example.test' },
);
/** Few, so that several commands change the same account. */
const personIndex = fc.nat({ max: 2 });
const transactionIndex = fc.nat({ max: 3 });
const outcome = fc.constantFrom<Outcome[]>('success', 'failure');
const kycStatus = fc.constantFrom('APPROVED', 'IN_REVIEW', 'DECLINED');
const change = fc.constantFrom('add', 'add', 'remove');
const code = fc.constantFrom('F0000', 'F1001', 'F1001', 'K1001', 'T1001', 'T1001', 'T1002');
/** In milliseconds; sums of these reach the expiry times of 5, 10 and 60 minutes. */
const waitTime = fc.constantFrom(1, 4, 5, 25).map((minutes) => minutes * 60_000);
const settlement = fc.option(fc.record({ after: waitTime, outcome }));

/** In one of four cases, a wait between two commands. */
const optionalWait = fc.oneof(
  { arbitrary: fc.constant([]), weight: 3 },
  { arbitrary: waitTime.map((time) => [wait(time)]), weight: 1 },
);

/** A wallet and the wallet that signs for it, mostly the same. */
const walletAndSigner = wallet.chain((claimed) =>
  fc.tuple(
    fc.constant(claimed),
    fc.oneof({ arbitrary: fc.constant(claimed), weight: 2 }, { arbitrary: wallet, weight: 1 }),
  ),
);

const startAndAuthenticate = fc
  .tuple(client, walletAndSigner, optionalWait)
  .map(([clientId, [claimed, signer], waits]) =>
    runInOrder([start(clientId, claimed), ...waits, authenticate(clientId, claimed, signer)]),
  );

const sendAndAuthenticate = fc
  .tuple(client, destination, optionalWait, fc.nat({ max: 6 }))
  .map(([clientId, recipient, waits, wrongTries]) =>
    runInOrder([
      sendCode(clientId, recipient),
      ...waits,
      ...Array.from({ length: wrongTries }, () => authenticateByCode(clientId, recipient, false)),
      authenticateByCode(clientId, recipient, true),
    ]),
  );

/** Any command; a reset is rare, a change of flags is frequent. */
export const commands: fc.Arbitrary<Command> = fc.oneof(
  withWeight(6, fc.tuple(client, wallet), (args) => start(...args)),
  withWeight(6, fc.tuple(client, walletAndSigner), ([clientId, [claimed, signer]]) =>
    authenticate(clientId, claimed, signer),
  ),
  { weight: 6, arbitrary: startAndAuthenticate },
  withWeight(6, fc.tuple(client, wallet, fc.boolean()), (args) => add(...args)),
  withWeight(6, fc.tuple(client, destination), (args) => sendCode(...args)),
  withWeight(6, fc.tuple(client, destination, fc.boolean()), (args) => authenticateByCode(...args)),
  { weight: 6, arbitrary: sendAndAuthenticate },
  withWeight(6, client, read),
  withWeight(6, fc.tuple(personIndex, kycStatus), (args) => submitKyc(...args)),
  withWeight(12, fc.tuple(personIndex, change, code), (args) => changeFlag(...args)),
  withWeight(6, fc.tuple(personIndex, settlement), (args) => submit(...args)),
  withWeight(6, fc.tuple(transactionIndex, outcome), (args) => settle(...args)),
  withWeight(6, transactionIndex, returnTransaction),
  withWeight(6, waitTime, wait),
  { weight: 1, arbitrary: fc.constant(reset) },
);

function withWeight<Args>(
  weight: number,
  args: fc.Arbitrary<Args>,
  createCommand: (args: Args) => Command,
): fc.WeightedArbitrary<Command> {
  return { weight, arbitrary: args.map(createCommand) };
}
