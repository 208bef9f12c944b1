/** What the checks make of accounts: of one alone, of how it signs in, of one that is another. */
import { describe, it } from 'vitest';
import type { DeclaredAccount } from '../../../conformance/settings.ts';
import { declaredAccounts } from '../accounts.ts';
import { sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { expectToldInShort } from './reviewed.ts';
import { inOrder } from './told.ts';

const targets = useTargets();

async function expectToldOf(name: string, accounts: readonly DeclaredAccount[]): Promise<void> {
  const deployment = await sandboxDeployment(targets, 'default', dialects.default);
  const settings = { ...inOrder, accounts };
  const outcome = await runAgainst(deployment, null, { granted: deployment.dialect, settings });
  expectToldInShort('accounts', name, outcome);
}

const each = declaredAccounts.map((account, index) => {
  const { kycStatus, flags, transactions } = declaredAccounts.at(index - 1) ?? account;
  return [account.name, account, { ...account, kycStatus, flags, transactions }] as const;
});

describe('of no account but one', { timeout: 60_000 }, () => {
  it.for(each)('%s', ([name, account]) => expectToldOf(name, [account]));

  it.for(each)('%s, which signs in by SMS', ([name, account]) =>
    expectToldOf(`${name}, by SMS`, [{ ...account, privateKey: null, emailAddress: null }]),
  );

  it.for(each)('%s, which was declared as another', ([name, , asAnother]) =>
    expectToldOf(`${name}, declared as another`, [asAnother]),
  );
});
