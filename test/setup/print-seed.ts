import { seed } from './test-length.ts';

/** Prints the seed that reproduces a sample of cases (test-length.ts). */
export default function printSeed(): void {
  process.stdout.write(`sample: FLAGBEARER_TESTS_SEED=${seed}\n`);
}
