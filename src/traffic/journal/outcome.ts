import { errorCodes } from '../../contract/closed-lists.gen.ts';
import type { CallOutcome } from '../../contract/control-words.ts';

/** How a request of the service can end. */
export const callOutcomes: ReadonlySet<string> = new Set<CallOutcome>([
  'accepted',
  'fault',
  'aborted',
  ...errorCodes,
]);

/** @returns undefined for a word that is none */
export function callOutcome(word: string | undefined): CallOutcome | undefined {
  return word !== undefined && isCallOutcome(word) ? word : undefined;
}

/** Whether the service refused the request, for whatever cause. */
export function isRefusal(
  outcome: CallOutcome,
): outcome is Exclude<CallOutcome, 'accepted' | 'fault' | 'aborted' | 'internal'> {
  return !NO_REFUSALS.has(outcome);
}

const NO_REFUSALS: ReadonlySet<CallOutcome> = new Set<CallOutcome>([
  'accepted',
  'fault',
  'aborted',
  'internal',
]);

function isCallOutcome(word: string): word is CallOutcome {
  return callOutcomes.has(word);
}
