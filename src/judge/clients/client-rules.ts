import type { ClientRuleId } from '../../contract/client-rules.gen.ts';
import type { Watcher, Watchers } from './client-exchange.ts';
import { requestRateRules } from './request-rate.ts';
import { requestRules } from './request.ts';
import { sessionRules } from './sessions.ts';
import { signInRules } from './sign-in.ts';

/** Rules that a client violates by not sending a request; see `duties.ts`. */
type DutyId = 'user-not-read' | 'kyc-status-not-read' | 'failure-not-read' | 'return-not-read';

/** The type requires a watcher for every other rule of openapi/client-rules.yaml. */
const rules: Watchers & Required<Omit<Watchers, DutyId>> = {
  ...requestRules,
  ...signInRules,
  ...requestRateRules,
  ...sessionRules,
};

export function createWatchers(): readonly (readonly [ClientRuleId, Watcher])[] {
  return Object.entries(rules).map(([id, watch]) => [id as ClientRuleId, watch()]);
}
