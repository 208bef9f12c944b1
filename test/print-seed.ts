import { seed } from './length.ts';

/** Prints what repeats a sample of cases (test/length.ts). */
export default function printSeed(): void {
  console.log(`sample: FLAGBEARER_TESTS_SEED=${seed}`);
}
