import { Attempt } from '../attempt.ts';
import { findText } from '../responses/fields.ts';
import { NotTested } from '../check-errors.ts';
import type { RunContext } from '../run-context.ts';
import { RequestError } from '../target/request-errors.ts';
import { Variety } from '../variety.ts';

const MAX_ATTEMPTS = 4;

type Result<Value> = { readonly value: Value } | { readonly error: unknown };

interface Observation<Value> {
  /** Start time, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly result: Promise<Result<Value>>;
}

/**
 * Returns a function that runs `observe` once per key and run, for costly steps that several checks share.
 * Errors are shared too.
 *
 * @param observe must not assert; the checks judge its result
 * @param lifetime time in milliseconds after which `observe` runs again, for results that may expire
 * (§5.8, §8)
 */
export function memoizePerRun<Value>(
  observe: (attempt: Attempt) => Promise<Value>,
  lifetime?: number,
): (t: Attempt) => Promise<Value>;
export function memoizePerRun<Key, Value>(
  observe: (attempt: Attempt, key: Key) => Promise<Value>,
  lifetime?: number,
): (t: Attempt, key: Key) => Promise<Value>;
export function memoizePerRun<Value>(
  observe: (attempt: Attempt, key: unknown) => Promise<Value>,
  lifetime = Number.POSITIVE_INFINITY,
) {
  const runs = new WeakMap<RunContext, Map<unknown, Observation<Value>>>();
  return async ({ ctx }: Attempt, key: unknown = null): Promise<Value> => {
    const run = runs.get(ctx) ?? new Map<unknown, Observation<Value>>();
    runs.set(ctx, run);
    const startedAt = ctx.now();
    const earlier = run.get(key);
    const isFresh = earlier !== undefined && startedAt - earlier.startedAt < lifetime;
    const observeKey = (attempt: Attempt) => observe(attempt, key);
    const observation = isFresh
      ? earlier
      : { startedAt, result: observeUndisturbed(ctx, observeKey, describeKey(key)) };
    run.set(key, observation);
    const result = await observation.result;
    if ('error' in result) throw result.error;
    return result.value;
  };
}

async function observeUndisturbed<Value>(
  ctx: RunContext,
  observe: (attempt: Attempt) => Promise<Value>,
  variety: string,
): Promise<Result<Value>> {
  let error: unknown;
  let attempt: Attempt | undefined;
  for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
    attempt = new Attempt(ctx, attempt);
    attempt.variety = new Variety(variety);
    try {
      const value = await observe(attempt);
      if (attempt.disturbance === null) return { value };
      error = new RequestError(attempt.disturbance);
    } catch (thrown) {
      const { disturbance } = attempt;
      error =
        thrown instanceof NotTested && disturbance !== null
          ? new RequestError(disturbance)
          : thrown;
      if (!(error instanceof RequestError)) break;
    }
  }
  return { error };
}

function describeKey(key: unknown): string {
  return findText(key, 'name') ?? String(key);
}
