import { errorCodes } from '../../contract/closed-lists.gen.ts';
import type { RequestOutcome } from '../../contract/control-words.ts';

/** The ways in which a request of the service can end. */
export const requestOutcomes: ReadonlySet<string> = new Set<RequestOutcome>([
  'accepted',
  'fault',
  'aborted',
  ...errorCodes,
]);

/** Returns a word as an outcome; undefined for an unknown word. */
export function requestOutcome(word: string | undefined): RequestOutcome | undefined {
  return word !== undefined && requestOutcomes.has(word) ? (word as RequestOutcome) : undefined;
}

/** Whether the service refused the request, for any cause. */
export function isRefusal(
  outcome: RequestOutcome,
): outcome is Exclude<RequestOutcome, 'accepted' | 'fault' | 'aborted' | 'internal'> {
  return !['accepted', 'fault', 'aborted', 'internal'].includes(outcome);
}
