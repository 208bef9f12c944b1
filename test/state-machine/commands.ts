/** The commands that run on both model and sandbox. */
import type { AsyncCommand } from 'fast-check';

import type { TestWallet } from '../../src/ports/first-test-wallets.ts';
import type { HttpResponse } from '../sandbox.ts';
import { expectRead, expectSame, expectSignedIn } from './comparison.ts';
import type { Channel, Model, Outcome, Person, Transaction, Verdict } from './model.ts';
import type { Service } from './service.ts';

export type Command = AsyncCommand<Model, Service>;

export interface Destination {
  readonly channel: Channel;
  readonly to: string;
}

/** A request with its outcome in the model and in the sandbox. */
interface Step {
  readonly name: string;
  /** Whether the command applies to the current state. */
  readonly applies?: (model: Model) => boolean;
  readonly predict: (model: Model) => Verdict;
  /** Resolves names with the model, before it is changed. */
  readonly send: (service: Service, model: Model) => Promise<HttpResponse>;
  /** Checks the response to an accepted request. */
  readonly confirm?: (model: Model, response: HttpResponse) => void;
}

function createCommand({ name, applies = () => true, predict, send, confirm }: Step): Command {
  return {
    check: applies,
    async run(model, service) {
      const response = await send(service, model);
      const predicted = predict(model);
      await expectSame(model, predicted, service, response);
      if (predicted === 'accepted') confirm?.(model, response);
    },
    toString: () => name,
  };
}

/** Several commands in sequence, so that random runs reach the last one. */
export function runInOrder(commands: readonly Command[]): Command {
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
  createCommand({
    name: `${clientId} starts with wallet ${wallet.index}`,
    predict: (model) => model.start(clientId, wallet.address),
    send: (service) => service.start(clientId, wallet),
  });

export const authenticate = (clientId: string, wallet: TestWallet, signer: TestWallet) =>
  createCommand({
    name: `${clientId} authenticates wallet ${wallet.index}, signed by ${signer.index}`,
    predict: (model) => model.authenticate(clientId, wallet.address, signer === wallet),
    send: (service) => service.authenticate(clientId, wallet, signer),
    confirm: (model, response) => expectSignedIn(model.findSignedIn(clientId), response),
  });

export const add = (clientId: string, wallet: TestWallet, withSession: boolean) =>
  createCommand({
    name: `${clientId} adds wallet ${wallet.index} ${withSession ? 'with a' : 'without'} session`,
    predict: (model) => model.add(clientId, wallet.address, withSession),
    send: (service) => service.add(clientId, wallet, withSession),
  });

// §4.4 to §4.8 -----------------------------------------------------------------------------------

export const send = (clientId: string, { channel, to }: Destination) =>
  createCommand({
    name: `${clientId} sends to ${to}`,
    predict: (model) => model.send(clientId, channel, to),
    send: (service) => service.send(clientId, channel, to),
  });

export const authenticateByCode = (
  clientId: string,
  { channel, to }: Destination,
  isRight: boolean,
) =>
  createCommand({
    name: `${clientId} authenticates ${to} with a ${isRight ? 'correct' : 'wrong'} code`,
    predict: (model) => model.authenticateByCode(clientId, channel, to, isRight),
    send: (service) => service.authenticateByCode(clientId, channel, to, isRight),
    confirm: (model, response) => expectSignedIn(model.findSignedIn(clientId), response),
  });

export const read = (clientId: string) =>
  createCommand({
    name: `${clientId} reads the user`,
    predict: (model) => model.read(clientId),
    send: (service) => service.read(clientId),
    confirm: (model, response) => expectRead(model.findSignedIn(clientId), response),
  });

// The control API --------------------------------------------------------------------------------

export const submitKyc = (who: number, outcome: string) =>
  createCommand({
    name: `user ${who} submits KYC: ${outcome}`,
    predict: (model) => model.submitKyc(pickPerson(who, model), outcome),
    send: (service, model) =>
      service.control(`/users/${pickPerson(who, model).id}:submitKyc`, { outcome }),
  });

export const changeFlag = (who: number, change: 'add' | 'remove', code: string) =>
  createCommand({
    name: `${change} ${code}, user ${who}`,
    predict: (model) => model.changeFlag(pickPerson(who, model), change, code),
    send: (service, model) =>
      service.changeUser(`${pickPerson(who, model).id}`, { [`${change}Flags`]: [code] }),
  });

export const submit = (who: number, settles: { after: number; outcome: Outcome } | null) =>
  createCommand({
    name: `user ${who} submits a transaction: ${JSON.stringify(settles)}`,
    predict: (model) => model.submit(pickPerson(who, model), settles),
    send: (service, model) =>
      service.control(`/users/${pickPerson(who, model).id}/transactions`, {
        ...(settles && {
          settles: { after: `PT${settles.after / 1000}S`, outcome: settles.outcome },
        }),
      }),
  });

export const settle = (which: number, outcome: Outcome) =>
  createCommand({
    name: `transaction ${which} settles: ${outcome}`,
    applies: hasTransactions,
    predict: (model) => model.settle(pickTransaction(which, model), outcome),
    send: (service, model) =>
      service.control(`/transactions/${pickTransaction(which, model).id}:settle`, { outcome }),
  });

export const returnTransaction = (which: number) =>
  createCommand({
    name: `transaction ${which} is returned`,
    applies: hasTransactions,
    predict: (model) => model.return(pickTransaction(which, model)),
    send: (service, model) =>
      service.control(`/transactions/${pickTransaction(which, model).id}:return`, {
        flag: 'T1002',
      }),
  });

export const wait = (milliseconds: number) =>
  createCommand({
    name: `wait ${milliseconds / 60_000} minutes`,
    predict: (model) => model.wait(milliseconds),
    send: (service) => service.wait(milliseconds),
  });

export const reset = createCommand({
  name: 'reset',
  predict: (model) => model.reset(),
  send: (service) => service.reset(),
});

function hasTransactions({ transactions }: Model): boolean {
  return transactions.length > 0;
}

function pickPerson(index: number, { people }: Model): Person {
  return pick(index, people);
}

function pickTransaction(index: number, { transactions }: Model): Transaction {
  return pick(index, transactions);
}

function pick<Item>(index: number, items: readonly Item[]): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('the list is empty');
  return item;
}
