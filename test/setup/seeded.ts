/** Settings of random tests: the same seed in each run, unless another is given. */

/**
 * Parameters of a run of fast-check. A failure names its seed; `FLAGBEARER_TEST_SEED=N` and
 * `FLAGBEARER_TEST_RUNS=N` select other or more cases.
 */
export function withSeed(numRuns: number): { readonly seed: number; readonly numRuns: number } {
  return {
    seed: Number(process.env['FLAGBEARER_TEST_SEED'] ?? 20_260_115),
    numRuns: Number(process.env['FLAGBEARER_TEST_RUNS'] ?? numRuns),
  };
}
