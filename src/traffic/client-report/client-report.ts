/** The report on the clients of a workspace, as of now. */
import { presentUser } from '../../accounts/present-user.ts';
import type { ClientReport, Mistake } from '../../contract/client-report.gen.ts';
import { clientRules } from '../../contract/client-rules.gen.ts';
import type { ClientRuleId } from '../../contract/client-rules.gen.ts';
import type { View } from '../../store/store.ts';
import type { WorkspaceJournal } from '../journal/workspace-journal.ts';
import { brokenAgain } from './broken.ts';
import type { Broken } from './broken.ts';
import type { CoverageScope } from './coverage/part.ts';
import type { LateFailure, OpenDuty } from '../../judge/clients/duties.ts';

/** @param journal complete: the caller has awaited `journal.observations.complete()` */
export async function clientReport(
  view: View,
  journal: WorkspaceJournal,
  scope: CoverageScope,
): Promise<ClientReport> {
  const { broken, duties, coverage, requests } = journal.observations;
  const openDuties = brokenBy([...duties.openDuties(await lateFailures(view, duties.userIds))]);
  return {
    schemaVersion: 1,
    workspace: view.settings.name,
    requests: requests,
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
          entries: found.requests.map((number) => journal.idOf(number)),
        },
      ];
    }),
    coverage: coverage.of(scope),
  };
}

function brokenBy(openDuties: readonly OpenDuty[]): ReadonlyMap<ClientRuleId, Broken> {
  const broken = new Map<ClientRuleId, Broken>();
  for (const { rule, ...breach } of openDuties) {
    broken.set(rule, brokenAgain(broken.get(rule), breach));
  }
  return broken;
}

/** Settlement is lazy, so it triggers no event. */
async function lateFailures(view: View, userIds: readonly string[]): Promise<LateFailure[]> {
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
