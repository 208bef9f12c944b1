import { expect } from 'vitest';

import type { UserObject } from '../../src/contract/types.ts';
import type { HttpResponse } from '../sandbox.ts';
import type { Model, Person, Verdict } from './model.ts';
import type { Service } from './service.ts';

/** Compares the response to a request with its predicted verdict, then all accounts. */
export async function expectSame(
  model: Model,
  predicted: Verdict,
  service: Service,
  response: HttpResponse,
): Promise<void> {
  expect(toVerdict(response)).toBe(predicted);
  await expectSameAccounts(model, service);
}

/** Compares all accounts; copies the ids created by the sandbox to the model. */
export async function expectSameAccounts(model: Model, service: Service): Promise<void> {
  const accounts = await service.listAccounts();
  expect(accounts.map(toComparableAccount)).toEqual(model.people.map(toComparablePerson));
  for (const [index, person] of model.people.entries()) copyIds(person, accounts[index]);
}

/** Expects that the sandbox has signed in the same user as the model (§5.6). */
export function expectSignedIn(person: Person | undefined, { body }: HttpResponse): void {
  expect(body.userMask.id).toBe(person?.id);
}

/** Compares the user that was read with the model; F0000 withholds personal information (§7). */
export function expectRead(person: Person | undefined, { body }: HttpResponse): void {
  if (person === undefined) throw new RangeError('no user is signed in');
  const { kyc, wallets, flags, transactions } = body as UserObject;
  expect({
    id: body.id,
    kyc: kyc?.status ?? null,
    wallets: wallets.map(({ walletAddress, status }) => [walletAddress, status]),
    flags: flags.map(({ code }) => code),
    transactions: transactions.map(({ cryptoStatus }) => cryptoStatus),
    hasPersonalInformation: 'personalInformation' in body,
  }).toEqual({
    id: person.id,
    kyc: person.kyc,
    wallets: [...person.wallets],
    flags: person.flags,
    transactions: person.transactions.map(({ state }) => state.replace(', returned', '')),
    hasPersonalInformation: !person.flags.includes('F0000'),
  });
}

type Account = Awaited<ReturnType<Service['listAccounts']>>[number];

function toVerdict({ status, body }: HttpResponse): Verdict {
  if (status < 300) return 'accepted';
  return body.details?.[0]?.rule ?? body.code;
}

function toComparableAccount({ kyc, wallets, flags, transactions, ...account }: Account): object {
  return {
    phoneNumber: account.phoneNumber,
    emailAddress: account.emailAddress,
    kyc: kyc?.status ?? null,
    wallets: wallets.map(({ address, status }) => [address, status]),
    flags: flags.map(({ code }) => code),
    transactions: transactions.map(({ cryptoStatus, returned, transactionHash }) => ({
      state: returned ? `${cryptoStatus}, returned` : cryptoStatus,
      hasHash: transactionHash !== undefined,
    })),
    linkedClients: account.linkedClients,
  };
}

function toComparablePerson({ wallets, transactions, ...person }: Person): object {
  const { phoneNumber, emailAddress, kyc, flags, linkedClients } = person;
  return {
    phoneNumber,
    emailAddress,
    kyc,
    wallets: [...wallets],
    flags,
    transactions: transactions.map(({ state }) => ({
      state,
      // §2.7: only a COMPLETE transaction has a hash.
      hasHash: state.startsWith('COMPLETE'),
    })),
    linkedClients,
  };
}

function copyIds(person: Person, account: Account | undefined): void {
  if (account === undefined) return;
  person.id ??= account.id;
  expect(account.id).toBe(person.id);
  for (const [index, transaction] of person.transactions.entries()) {
    transaction.id ??= account.transactions[index]?.id;
    expect(account.transactions[index]?.id).toBe(transaction.id);
  }
}
