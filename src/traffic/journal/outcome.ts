import { errorCodes } from '../../contract/closed-lists.gen.ts';
import type { RequestOutcome } from '../../contract/control-words.ts';

/** How a request of the service can end. */
export const requestOutcomes: ReadonlySet<string> = new Set<RequestOutcome>([
  'accepted',
  'fault',
  'aborted',
  ...errorCodes,
]);

/** @returns undefined for an unknown word */
export function requestOutcome(word: string | undefined): RequestOutcome | undefined {
  return word !== undefined && isRequestOutcome(word) ? word : undefined;
}

/** Whether the service refused the request, for whatever cause. */
export function isRefusal(
  outcome: RequestOutcome,
): outcome is Exclude<RequestOutcome, 'accepted' | 'fault' | 'aborted' | 'internal'> {
  return !NO_REFUSALS.has(outcome);
}

const NO_REFUSALS: ReadonlySet<RequestOutcome> = new Set<RequestOutcome>([
  'accepted',
  'fault',
  'aborted',
  'internal',
]);

function isRequestOutcome(word: string): word is RequestOutcome {
  return requestOutcomes.has(word);
}
