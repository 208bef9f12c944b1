import type { ClientRuleId } from '../../contract/client-rules.gen.ts';
import type { Watcher, Watchers } from './client-rule.ts';
import { headerRules } from './headers.ts';
import { paceRules } from './pace.ts';
import { pathRules } from './paths.ts';
import { requestRules } from './requests.ts';
import { sessionRules } from './sessions.ts';
import { signInRules } from './sign-in.ts';

/** Rules that are broken by a missing request. */
type DutyId = 'user-not-read' | 'kyc-status-not-read' | 'failure-not-read' | 'return-not-read';

/** Does not compile while a rule of the list has no code. */
const rules: Watchers & Required<Omit<Watchers, DutyId>> = {
  ...headerRules,
  ...requestRules,
  ...pathRules,
  ...signInRules,
  ...paceRules,
  ...sessionRules,
};

/** Returns new watchers for one client. */
export function watchers(): readonly (readonly [ClientRuleId, Watcher])[] {
  return Object.entries(rules).map(([id, watch]) => [id as ClientRuleId, watch()]);
}
