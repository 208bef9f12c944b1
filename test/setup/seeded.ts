/**
 * Returns parameters for fast-check that draw the same cases in each run. `FLAGBEARER_FAST_CHECK_SEED=N`
 * selects other cases; `FLAGBEARER_TEST_RUNS=N` sets their number.
 */
export function withSeed(numRuns: number): { readonly seed: number; readonly numRuns: number } {
  return {
    seed: Number(process.env['FLAGBEARER_FAST_CHECK_SEED'] ?? 20_260_115),
    numRuns: Number(process.env['FLAGBEARER_TEST_RUNS'] ?? numRuns),
  };
}
