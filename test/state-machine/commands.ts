/** The commands that run on both model and sandbox. */
import type { AsyncCommand } from 'fast-check';

import type { TestWallet } from '../../src/ports/first-test-wallets.ts';
import type { HttpAnswer } from '../sandbox.ts';
import { expectRead, expectSame, expectSignedIn } from './comparison.ts';
import type { Channel, Model, Outcome, Person, Transaction, Verdict } from './model.ts';
import type { Service } from './service.ts';

export type Command = AsyncCommand<Model, Service>;

export interface Destination {
  readonly channel: Channel;
  readonly to: string;
}

/** A request as the model ends it, and as the sandbox does. */
interface Step {
  readonly name: string;
  /** Whether the command applies to the current state. */
  readonly applies?: (model: Model) => boolean;
  readonly foretell: (model: Model) => Verdict;
  /** Resolves names with the model, before it is changed. */
  readonly call: (service: Service, model: Model) => Promise<HttpAnswer>;
  /** Checks the response to an accepted request further. */
  readonly confirm?: (model: Model, response: HttpAnswer) => void;
}

function command({ name, applies = () => true, foretell, call, confirm }: Step): Command {
  return {
    check: applies,
    async run(model, service) {
      const response = await call(service, model);
      const foretold = foretell(model);
      await expectSame(model, foretold, service, response);
      if (foretold === 'accepted') confirm?.(model, response);
    },
    toString: () => name,
  };
}

/** Several commands in sequence, so that random runs reach the last one. */
export function inTurn(commands: readonly Command[]): Command {
  return {
    check: () => true,
    async run(model, service) {
      for (const each of commands) await each.run(model, service);
    },
    toString: () => commands.map(String).join(', '),
  };
}

// §4.1 to §4.3 -----------------------------------------------------------------------------------

export const start = (clientId: string, wallet: TestWallet) =>
  command({
    name: `${clientId} starts with wallet ${wallet.index}`,
    foretell: (model) => model.start(clientId, wallet.address),
    call: (service) => service.start(clientId, wallet),
  });

export const authenticate = (clientId: string, wallet: TestWallet, signer: TestWallet) =>
  command({
    name: `${clientId} authenticates wallet ${wallet.index}, signed by ${signer.index}`,
    foretell: (model) => model.authenticate(clientId, wallet.address, signer === wallet),
    call: (service) => service.authenticate(clientId, wallet, signer),
    confirm: (model, response) => expectSignedIn(model.signedIn(clientId), response),
  });

export const add = (clientId: string, wallet: TestWallet, withSession: boolean) =>
  command({
    name: `${clientId} adds wallet ${wallet.index} ${withSession ? 'with a' : 'without'} session`,
    foretell: (model) => model.add(clientId, wallet.address, withSession),
    call: (service) => service.add(clientId, wallet, withSession),
  });

// §4.4 to §4.8 -----------------------------------------------------------------------------------

export const send = (clientId: string, { channel, to }: Destination) =>
  command({
    name: `${clientId} sends to ${to}`,
    foretell: (model) => model.send(clientId, channel, to),
    call: (service) => service.send(clientId, channel, to),
  });

export const response = (clientId: string, { channel, to }: Destination, isRight: boolean) =>
  command({
    name: `${clientId} answers ${isRight ? 'rightly' : 'wrongly'} for ${to}`,
    foretell: (model) => model.response(clientId, channel, to, isRight),
    call: (service) => service.response(clientId, channel, to, isRight),
    confirm: (model, response) => expectSignedIn(model.signedIn(clientId), response),
  });

export const read = (clientId: string) =>
  command({
    name: `${clientId} reads the user`,
    foretell: (model) => model.read(clientId),
    call: (service) => service.read(clientId),
    confirm: (model, response) => expectRead(model.signedIn(clientId), response),
  });

// The control API --------------------------------------------------------------------------------

export const submitKyc = (who: number, outcome: string) =>
  command({
    name: `user ${who} submits KYC: ${outcome}`,
    foretell: (model) => model.submitKyc(personAt(who, model), outcome),
    call: (service, model) =>
      service.control(`/users/${personAt(who, model).id}:submitKyc`, { outcome }),
  });

export const changeFlag = (who: number, change: 'add' | 'remove', code: string) =>
  command({
    name: `${change} ${code}, user ${who}`,
    foretell: (model) => model.changeFlag(personAt(who, model), change, code),
    call: (service, model) =>
      service.changeUser(`${personAt(who, model).id}`, { [`${change}Flags`]: [code] }),
  });

export const submit = (who: number, settles: { after: number; outcome: Outcome } | null) =>
  command({
    name: `user ${who} submits a transaction: ${JSON.stringify(settles)}`,
    foretell: (model) => model.submit(personAt(who, model), settles),
    call: (service, model) =>
      service.control(`/users/${personAt(who, model).id}/transactions`, {
        ...(settles && {
          settles: { after: `PT${settles.after / 1000}S`, outcome: settles.outcome },
        }),
      }),
  });

export const settle = (which: number, outcome: Outcome) =>
  command({
    name: `transaction ${which} settles: ${outcome}`,
    applies: hasTransactions,
    foretell: (model) => model.settle(transactionAt(which, model), outcome),
    call: (service, model) =>
      service.control(`/transactions/${transactionAt(which, model).id}:settle`, { outcome }),
  });

export const returnTransaction = (which: number) =>
  command({
    name: `transaction ${which} is returned`,
    applies: hasTransactions,
    foretell: (model) => model.return(transactionAt(which, model)),
    call: (service, model) =>
      service.control(`/transactions/${transactionAt(which, model).id}:return`, { flag: 'T1002' }),
  });

export const wait = (milliseconds: number) =>
  command({
    name: `wait ${milliseconds / 60_000} minutes`,
    foretell: (model) => model.wait(milliseconds),
    call: (service) => service.wait(milliseconds),
  });

export const reset = command({
  name: 'reset',
  foretell: (model) => model.reset(),
  call: (service) => service.reset(),
});

function hasTransactions({ transactions }: Model): boolean {
  return transactions.length > 0;
}

function personAt(index: number, { people }: Model): Person {
  return at(index, people);
}

function transactionAt(index: number, { transactions }: Model): Transaction {
  return at(index, transactions);
}

function at<Item>(index: number, items: readonly Item[]): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('there is none');
  return item;
}
