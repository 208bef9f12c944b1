/** Collects the challenges of the run, and requests more if there are few (§2.3). */
import type { Attempt } from '../attempt.ts';
import type { IssuedChallenge } from '../discovery/memory.ts';
import { memoizePerRun } from './memoize-per-run.ts';

/** Number of challenges that is sufficient to show the random part. */
const MIN_CHALLENGES = 24;

const requestEnoughChallenges = memoizePerRun(async (t: Attempt): Promise<void> => {
  const { memory } = t.ctx.knowledge;
  for (let missing = MIN_CHALLENGES - memory.issuedChallenges.length; missing > 0; missing -= 1) {
    await t.start(t.pickStartableWallet());
  }
});

/** Returns all challenges so far; one that a client received again for a wallet is listed once. */
export async function listIssuedChallenges(t: Attempt): Promise<readonly IssuedChallenge[]> {
  await requestEnoughChallenges(t);
  return [...t.ctx.knowledge.memory.issuedChallenges];
}
