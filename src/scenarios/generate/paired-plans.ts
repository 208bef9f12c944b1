/** Accounts in which every two states meet that can go together. */
import type { Dialect } from '../../dialect/dialect.ts';
import type { Finding } from '../../documents/finding.ts';
import { illegalities } from '../../domain/legality.ts';
import { caseOf, choicesOf, planOf, type AccountCase, type Choice } from './account-case.ts';
import { accountable, type AccountPlan } from './account-plan.ts';
import { coverPairs } from './covering-rows.ts';

export interface PairedPlans {
  readonly plans: readonly AccountPlan[];
  readonly leftOut: readonly Finding[];
}

/** Plans for few accounts, and a warning for each pair that the interface rules out. */
export function pairedPlans(dialect: Dialect): PairedPlans {
  const { rows, impossible } = coverPairs(
    choicesOf(dialect),
    (row) => reasonAgainst(caseOf(row), dialect) === undefined,
  );
  return {
    plans: rows.map((row) => planOf(caseOf(row), dialect)),
    leftOut: impossible.map((pair) => leftOut(pair, dialect)),
  };
}

type Reason = Pick<Finding, 'clause' | 'message'>;

/** Why the interface rules a case out; undefined for one that can be. */
function reasonAgainst(account: AccountCase, dialect: Dialect): Reason | undefined {
  if (account.signIn === 'wallet' && account.wallet === null) {
    return { clause: '5.3', message: 'A user who signs in by wallet has a verified wallet.' };
  }
  return illegalities(accountable(planOf(account, dialect)), dialect).find(
    ({ severity }) => severity === 'error',
  );
}

/** The reason is that against an account which is plain but for the pair. */
function leftOut(pair: readonly [Choice, Choice], dialect: Dialect): Finding {
  const [one, other] = pair;
  const reason = reasonAgainst(caseOf(pair), dialect);
  return {
    rule: 'omitted-pair',
    clause: reason?.clause ?? null,
    severity: 'warning',
    message: `Omitted: ${one.words} with ${other.words}. ${reason?.message ?? 'No other state goes with both.'}`,
    hint: null,
    pointer: '',
  };
}
