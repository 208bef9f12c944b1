/** The commands that run on both model and sandbox. */
import type { AsyncCommand } from 'fast-check';

import type { TestWallet } from '../../src/ports/first-test-wallets.ts';
import type { HttpResponse } from '../sandbox.ts';
import { expectRead, expectSame, expectSignedIn } from './comparison.ts';
import type { Destination, Model, Outcome, Person, Transaction, Verdict } from './model.ts';
import type { Service } from './service.ts';

export type Command = AsyncCommand<Model, Service>;

/** A request to the sandbox, and the same change of the model. */
interface Step {
  readonly name: string;
  /** Whether the command is possible in the current state. */
  readonly isPossible?: (model: Model) => boolean;
  /** Changes the model; returns the verdict that the sandbox must return. */
  readonly predict: (model: Model) => Verdict;
  /** Sends the request, before the model is changed. */
  readonly send: (service: Service, model: Model) => Promise<HttpResponse>;
  /** Checks the response to an accepted request. */
  readonly confirm?: (model: Model, response: HttpResponse) => void;
}

function createCommand({ name, isPossible = () => true, predict, send, confirm }: Step): Command {
  return {
    check: isPossible,
    async run(model, service) {
      const response = await send(service, model);
      const predicted = predict(model);
      await expectSame(model, predicted, service, response);
      if (predicted === 'accepted') confirm?.(model, response);
    },
    toString: () => name,
  };
}

/** Joins commands that rarely follow one another by chance. */
export function runInOrder(commands: readonly Command[]): Command {
  return {
    check: () => true,
    async run(model, service) {
      for (const command of commands) await command.run(model, service);
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

export const add = (clientId: string, wallet: TestWallet, hasSession: boolean) =>
  createCommand({
    name: `${clientId} adds wallet ${wallet.index} ${hasSession ? 'with a' : 'without'} session`,
    predict: (model) => model.add(clientId, wallet.address, hasSession),
    send: (service) => service.add(clientId, wallet, hasSession),
  });

// §4.4 to §4.8 -----------------------------------------------------------------------------------

export const sendCode = (clientId: string, destination: Destination) =>
  createCommand({
    name: `${clientId} sends to ${destination.address}`,
    predict: (model) => model.send(clientId, destination),
    send: (service) => service.send(clientId, destination),
  });

export const authenticateByCode = (
  clientId: string,
  destination: Destination,
  isCorrect: boolean,
) =>
  createCommand({
    name: `${clientId} authenticates ${destination.address} with a ${isCorrect ? 'correct' : 'wrong'} code`,
    predict: (model) => model.authenticateByCode(clientId, destination, isCorrect),
    send: (service) => service.authenticateByCode(clientId, destination, isCorrect),
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

export const submitKyc = (personIndex: number, outcome: string) =>
  createCommand({
    name: `user ${personIndex} submits KYC: ${outcome}`,
    predict: (model) => model.submitKyc(pickPerson(personIndex, model), outcome),
    send: (service, model) =>
      service.control(`/users/${pickPerson(personIndex, model).id}:submitKyc`, { outcome }),
  });

export const changeFlag = (personIndex: number, change: 'add' | 'remove', code: string) =>
  createCommand({
    name: `${change} ${code}, user ${personIndex}`,
    predict: (model) => model.changeFlag(pickPerson(personIndex, model), change, code),
    send: (service, model) =>
      service.changeUser(`${pickPerson(personIndex, model).id}`, { [`${change}Flags`]: [code] }),
  });

export const submit = (personIndex: number, settles: { after: number; outcome: Outcome } | null) =>
  createCommand({
    name: `user ${personIndex} submits a transaction: ${JSON.stringify(settles)}`,
    predict: (model) => model.submit(pickPerson(personIndex, model), settles),
    send: (service, model) =>
      service.control(`/users/${pickPerson(personIndex, model).id}/transactions`, {
        ...(settles && {
          settles: { after: `PT${settles.after / 1000}S`, outcome: settles.outcome },
        }),
      }),
  });

export const settle = (transactionIndex: number, outcome: Outcome) =>
  createCommand({
    name: `transaction ${transactionIndex} settles: ${outcome}`,
    isPossible: hasTransactions,
    predict: (model) => model.settle(pickTransaction(transactionIndex, model), outcome),
    send: (service, model) =>
      service.control(`/transactions/${pickTransaction(transactionIndex, model).id}:settle`, {
        outcome,
      }),
  });

export const returnTransaction = (transactionIndex: number) =>
  createCommand({
    name: `transaction ${transactionIndex} is returned`,
    isPossible: hasTransactions,
    predict: (model) => model.return(pickTransaction(transactionIndex, model)),
    send: (service, model) =>
      service.control(`/transactions/${pickTransaction(transactionIndex, model).id}:return`, {
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
