/** Verifies that every declared account is usable and matches its declaration. */
import { Attempt } from '../attempt.ts';
import { NotTested, Skipped, UnusableInput } from '../check-errors.ts';
import type { InputProblem } from '../outcome.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { RunContext } from '../run-context.ts';
import { Interrupted } from '../target/trouble.ts';
import { observeAccount } from './accounts.ts';
import { listDifferences } from './differences.ts';

const FIX = 'Change the account in the deployment, or its declaration under conform:.';

/** @throws Interrupted */
export async function verifyAccounts(ctx: RunContext): Promise<void> {
  for (const account of ctx.settings.accounts) {
    const problem = await findProblem(account, ctx);
    if (problem !== null) ctx.coverage.recordUnusable(problem);
  }
}

async function findProblem(
  account: DeclaredAccount,
  ctx: RunContext,
): Promise<InputProblem | null> {
  const input = `accounts[${account.name}]`;
  const attempt = new Attempt(ctx);
  try {
    const { view } = await observeAccount(attempt, account);
    if (declaresValues(account)) attempt.requireKnown('user.envelope');
    const found = listDifferences(attempt, account, view);
    return found.length === 0 ? null : { input, reason: found.join('; '), fix: FIX };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    if (error instanceof Skipped) return null;
    if (error instanceof UnusableInput) return error.problem;
    const fix = error instanceof NotTested ? error.fix : null;
    const reason = error instanceof Error ? error.message : String(error);
    return { input, reason: `could not be read: ${reason}`, ...(fix !== null && { fix }) };
  }
}

/** Returns whether values of the user object are declared. */
function declaresValues({ kycStatus, flags, transactions }: DeclaredAccount): boolean {
  return [kycStatus, flags, transactions].some((value) => value !== null);
}
