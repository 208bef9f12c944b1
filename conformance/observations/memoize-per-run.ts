import { Attempt } from '../attempt.ts';
import { findText } from '../responses/fields.ts';
import { NotTested } from '../check-errors.ts';
import type { RunContext } from '../run-context.ts';
import { RequestError } from '../target/request-errors.ts';
import { Variety } from '../variety.ts';

const MAX_ATTEMPTS = 6;

type Result<Value> = { readonly value: Value } | { readonly error: unknown };

interface Observation<Keys, Value> {
  readonly keys: Keys;
  /** Start time, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly result: Promise<Result<Value>>;
}

/**
 * Returns a function that shares the result of `observe`, or its error, between all calls with the same keys
 * in a run, for costly steps. Repeats inconclusive attempts.
 *
 * @param observe must not assert; the checks judge its result
 * @param lifetime time in milliseconds after which `observe` runs again, for results that may expire
 * (§5.8, §8)
 */
export function memoizePerRun<Value, Keys extends readonly unknown[] = []>(
  observe: (attempt: Attempt, ...keys: Keys) => Promise<Value>,
  lifetime = Number.POSITIVE_INFINITY,
): (t: Attempt, ...keys: Keys) => Promise<Value> {
  const observationsByRun = new WeakMap<RunContext, Observation<Keys, Value>[]>();
  return async ({ ctx }, ...keys) => {
    const observations = observationsByRun.get(ctx) ?? [];
    observationsByRun.set(ctx, observations);
    const startedAt = ctx.now();
    let observation = observations.find(
      (earlier) =>
        startedAt - earlier.startedAt < lifetime &&
        earlier.keys.every((key, index) => key === keys[index]),
    );
    if (observation === undefined) {
      const observeKeys = (attempt: Attempt) => observe(attempt, ...keys);
      const result = observeConclusively(ctx, observeKeys, describeKeys(keys));
      observation = { keys, startedAt, result };
      observations.push(observation);
    }
    const result = await observation.result;
    if ('error' in result) throw result.error;
    return result.value;
  };
}

async function observeConclusively<Value>(
  ctx: RunContext,
  observe: (attempt: Attempt) => Promise<Value>,
  keyDescription: string,
): Promise<Result<Value>> {
  let error: unknown;
  let attempt: Attempt | undefined;
  for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
    attempt = new Attempt(ctx, attempt);
    // Each attempt makes the same choices between equivalent valid values; other keys make other choices.
    attempt.variety = new Variety(keyDescription);
    try {
      const value = await observe(attempt);
      if (attempt.inconclusiveReason === null) return { value };
      error = new RequestError(attempt.inconclusiveReason);
    } catch (thrown) {
      const { inconclusiveReason } = attempt;
      // A network error may have prevented the step; then the attempt is repeated.
      const isInconclusive = thrown instanceof NotTested && inconclusiveReason !== null;
      error = isInconclusive ? new RequestError(inconclusiveReason) : thrown;
      if (!(error instanceof RequestError)) break;
    }
  }
  return { error };
}

function describeKeys(keys: readonly unknown[]): string {
  return keys.map((key) => findText(key, 'name') ?? String(key)).join(' ') || 'null';
}
