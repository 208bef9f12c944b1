/** The report on the clients of a workspace, as of now. */
import { readCurrentUser } from '../../accounts/current-user.ts';
import type { ClientReport, Mistake } from '../../contract/client-report.gen.ts';
import { clientRules, type ClientRuleId } from '../../contract/client-rules.gen.ts';
import type { FailedTransaction } from '../../judge/clients/duties.ts';
import type { View } from '../../store/store.ts';
import type { WorkspaceJournal } from '../journal/workspace-journal.ts';
import type { CoverageScope } from './coverage-parts.ts';
import { addViolation, type RuleViolations } from './observations.ts';

/** Creates the report. First await `journal.observations.waitUntilComplete()`. */
export async function createClientReport(
  view: View,
  journal: WorkspaceJournal,
  scope: CoverageScope,
): Promise<ClientReport> {
  const { violations: violationsByRule, duties, coverage, requests } = journal.observations;
  /** Missing user reads, by the rule that requires them. */
  const missingReads = new Map<ClientRuleId, RuleViolations>();
  const failedTransactions = await listFailedTransactions(view, duties.userIds);
  for (const { rule, ...violation } of duties.listOpenDuties(failedTransactions)) {
    addViolation(missingReads, rule, violation);
  }
  return {
    schemaVersion: 1,
    workspace: view.settings.name,
    requests,
    mistakes: clientRules.flatMap((rule): Mistake[] => {
      const violations = violationsByRule.get(rule.id) ?? missingReads.get(rule.id);
      if (violations === undefined) return [];
      const { id, clause, title, fix } = rule;
      return [
        {
          rule: id,
          clause,
          title,
          message: violations.message,
          hint: fix,
          count: violations.count,
          clients: [...violations.clients].toSorted(),
          entries: violations.requests.map((number) => journal.getId(number)),
        },
      ];
    }),
    coverage: coverage.getCoverage(scope),
  };
}

/** Returns the failed transactions of users, read from the state because a scheduled failure creates no event. */
async function listFailedTransactions(view: View, userIds: readonly string[]) {
  const failedTransactions: FailedTransaction[] = [];
  for (const userId of userIds) {
    const user = await readCurrentUser(view, userId);
    for (const { id, cryptoStatus, updateTime } of user?.transactions ?? []) {
      if (cryptoStatus !== 'FAILED') continue;
      failedTransactions.push({ userId, transactionId: id, at: Date.parse(updateTime) });
    }
  }
  return failedTransactions;
}
