/** What is done once in a run and looked at by many checks, since it costs a code or a sign-in. */
import { Attempt } from '../attempt.ts';
import { NotTested } from '../ends.ts';
import type { Surroundings } from '../surroundings.ts';
import { Trouble } from '../target/trouble.ts';

const MOST_ATTEMPTS = 4;

type Found<Value> = { readonly value: Value } | { readonly error: unknown };

/**
 * @param look asserts nothing: what it finds is judged by the checks that look at it
 * @returns the same, done once for each key in a run; what it throws is thrown to each who asks
 */
export function onceInRun<Key, Value>(
  look: (attempt: Attempt, key: Key) => Promise<Value>,
): (t: Attempt, key: Key) => Promise<Value> {
  const runs = new WeakMap<Surroundings, Map<Key, Promise<Found<Value>>>>();
  return async ({ around }, key) => {
    const run = runs.get(around) ?? new Map<Key, Promise<Found<Value>>>();
    runs.set(around, run);
    const finding = run.get(key) ?? undisturbed(around, (attempt) => look(attempt, key));
    run.set(key, finding);
    const found = await finding;
    if ('error' in found) throw found.error;
    return found.value;
  };
}

async function undisturbed<Value>(
  around: Surroundings,
  look: (attempt: Attempt) => Promise<Value>,
): Promise<Found<Value>> {
  let error: unknown;
  let attempt = new Attempt(around);
  for (let count = 1; count <= MOST_ATTEMPTS; count += 1) {
    attempt = new Attempt(around, attempt.cutShort);
    try {
      const value = await look(attempt);
      if (attempt.tainted === null) return { value };
      error = new Trouble(attempt.tainted);
    } catch (thrown) {
      error = thrown;
      const isTrouble = thrown instanceof Trouble;
      if (!isTrouble && !(thrown instanceof NotTested && attempt.tainted !== null)) break;
    }
  }
  return { error };
}
