/** Tests the comparison of a user read with a declared account. */
import { expect, it } from 'vitest';
import { toUserView } from '../../../conformance/actors/user-view.ts';
import {
  areTransactionsAsDeclared,
  hasDeclaredState,
} from '../../../conformance/observations/as-declared.ts';
import type { DeclaredAccount } from '../../../conformance/settings.ts';
import type { CryptoStatus } from '../../../src/contract/types.ts';
import { createResponse } from '../create-response.ts';
import { useScriptedServer } from '../scripted-server.ts';

const server = useScriptedServer();

const account: DeclaredAccount = {
  name: 'flagged',
  emailAddress: null,
  phoneNumber: null,
  privateKey: null,
  kycStatus: null,
  flags: ['F1', 'F2'].map((code) => ({ code, category: 'Fraud' })),
  transactions: [],
};

/** Compares a user read with the account, in a check of a run. */
async function compare(
  object: object,
  isAsDeclared: typeof hasDeclaredState,
  changes: Partial<DeclaredAccount> = {},
): Promise<boolean | undefined> {
  let result: boolean | undefined;
  await server.run([], async (t) => {
    const response = createResponse({ text: JSON.stringify({ user: object, ...object }) });
    const user = { app: t.flows.app, response, session: null, userId: null, wallet: null };
    const view = toUserView(response, t.dialect);
    result = isAsDeclared(t, { account: { ...account, ...changes }, user, view });
  });
  return result;
}

it.each([
  [['F1', 'F2'], true],
  [['F2', 'F1'], true],
  [['F1', 'F1'], false],
  [['F1'], false],
  [['F1', 'F2', 'F2'], false],
])('of the flags F1 and F2, %j are all: %s', async (codes, expected) => {
  const flags = codes.map((code) => ({ code, category: 'Fraud' }));
  expect(await compare({ flags }, hasDeclaredState)).toBe(expected);
});

it.each<[CryptoStatus[], CryptoStatus[], boolean]>([
  [['COMPLETE', 'PENDING'], ['PENDING', 'COMPLETE'], true],
  [['COMPLETE', 'PENDING'], ['FAILED', 'COMPLETE'], true],
  [['COMPLETE', 'PENDING'], ['FAILED', 'PENDING'], false],
  [['COMPLETE', 'PENDING'], ['COMPLETE'], false],
  [['COMPLETE'], ['COMPLETE', 'PENDING'], false],
  [[], [], true],
])(
  'transactions declared %j and read as %j are as declared: %s',
  async (declared, read, expected) => {
    const transactions = read.map((cryptoStatus) => ({ cryptoStatus }));
    const changes = { transactions: declared.map((cryptoStatus) => ({ cryptoStatus })) };
    expect(await compare({ transactions }, areTransactionsAsDeclared, changes)).toBe(expected);
  },
);
