/** What chaos does to an accepted response, as it is on the wire. */
import type { ChaosKind } from '../../contract/control-words.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { ChaosPlan } from './plan.ts';
import { withUnknownFields } from './unknown-fields.ts';
import { withUnknownFlag } from './unknown-flag.ts';

/** Returns the body with the planned variations, and those that were applied. */
export function varied(
  body: unknown,
  { kinds, bytes }: ChaosPlan,
  dialect: Dialect,
): { readonly body: unknown; readonly applied: readonly ChaosKind[] } {
  const applied: ChaosKind[] = [];
  if (kinds.has('challengePhrase')) applied.push('challengePhrase');
  // It is planned for the user read only.
  if (kinds.has('unknownFlag')) applied.push('unknownFlag');
  const flagged = kinds.has('unknownFlag') ? withUnknownFlag(body, dialect, bytes('flag')) : body;
  if (!kinds.has('unknownFields')) return { body: flagged, applied };
  const extended = withUnknownFields(flagged, dialect, bytes('fields'));
  if (extended !== flagged) applied.push('unknownFields');
  return { body: extended, applied };
}
