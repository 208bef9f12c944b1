/** The report on the clients of a workspace, as of now. */
import { presentUser } from '../../accounts/present-user.ts';
import type { ClientReport, Mistake } from '../../contract/client-report.gen.ts';
import { clientRules, type ClientRuleId } from '../../contract/client-rules.gen.ts';
import type { LateFailure } from '../../judge/clients/duties.ts';
import type { View } from '../../store/store.ts';
import type { WorkspaceJournal } from '../journal/workspace-journal.ts';
import type { CoverageScope } from './coverage-parts.ts';
import { addViolation, type BrokenRule } from './observations.ts';

/** @param journal complete: the caller has awaited `journal.observations.complete()` */
export async function createClientReport(
  view: View,
  journal: WorkspaceJournal,
  scope: CoverageScope,
): Promise<ClientReport> {
  const { broken, duties, coverage, requests } = journal.observations;
  const openDuties = new Map<ClientRuleId, BrokenRule>();
  for (const { rule, ...violation } of duties.openDuties(
    await findLateFailures(view, duties.userIds),
  )) {
    addViolation(openDuties, rule, violation);
  }
  return {
    schemaVersion: 1,
    workspace: view.settings.name,
    requests,
    mistakes: clientRules.flatMap((rule): Mistake[] => {
      const found = broken.get(rule.id) ?? openDuties.get(rule.id);
      if (found === undefined) return [];
      const { id, clause, title, fix } = rule;
      return [
        {
          rule: id,
          clause,
          title,
          message: found.message,
          hint: fix,
          count: found.count,
          clients: [...found.clients].toSorted(),
          entries: found.requests.map((number) => journal.getId(number)),
        },
      ];
    }),
    coverage: coverage.cover(scope),
  };
}

/** Returns payments that failed by themselves: settlement is lazy, so it triggers no event. */
async function findLateFailures(view: View, userIds: readonly string[]): Promise<LateFailure[]> {
  const failures: LateFailure[] = [];
  for (const userId of userIds) {
    const user = await presentUser(view, userId);
    for (const { id, cryptoStatus, updateTime } of user?.transactions ?? []) {
      if (cryptoStatus !== 'FAILED') continue;
      failures.push({ userId, transactionId: id, at: Date.parse(updateTime) });
    }
  }
  return failures;
}
