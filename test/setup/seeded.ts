/**
 * Returns parameters for fast-check that draw the same cases in each run. `FLAGBEARER_FAST_CHECK_SEED=N`
 * selects other cases, and `FLAGBEARER_TEST_RUNS=N` sets the number of cases.
 */
export function withSeed(numRuns: number): { readonly seed: number; readonly numRuns: number } {
  return {
    seed: Number(process.env['FLAGBEARER_FAST_CHECK_SEED'] ?? 20_260_115),
    numRuns: Number(process.env['FLAGBEARER_TEST_RUNS'] ?? numRuns),
  };
}
