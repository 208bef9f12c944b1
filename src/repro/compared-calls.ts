/** Whether a call was answered again as it had been: status, headers that tell something, body, claims. */
import type { RecordedCall } from '../contract/repro.gen.ts';
import { pointerTo } from '../documents/pointer.ts';

export interface AnswerDifference {
  /** JSON Pointer (RFC 6901) into the entry of the journal. */
  readonly pointer: string;
  /** Undefined where it was not there. */
  readonly was: unknown;
  readonly is: unknown;
}

/** Headers that a client may heed. */
const TELLING = [
  'content-type',
  'retry-after',
  'allow',
  'preference-applied',
  'flagbearer-fault',
  'flagbearer-chaos',
];

/** Where the two differ, the first twenty places. */
export function differencesOf(was: RecordedCall, is: RecordedCall): readonly AnswerDifference[] {
  return [...differing(comparable(was), comparable(is), [])].slice(0, MOST);
}

const MOST = 20;

function comparable({ outcome, response, replay }: RecordedCall) {
  const headers = new Map(Object.entries(response?.headers ?? {}));
  return {
    outcome,
    response: response && {
      ...response,
      headers: Object.fromEntries(
        TELLING.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : [])),
      ),
    },
    claims: replay.claims,
  };
}

function* differing(
  was: unknown,
  is: unknown,
  path: readonly string[],
): Generator<AnswerDifference> {
  if (isTree(was) && isTree(is) && Array.isArray(was) === Array.isArray(is)) {
    const [one, other] = [new Map(Object.entries(was)), new Map(Object.entries(is))];
    for (const name of new Set([...one.keys(), ...other.keys()])) {
      yield* differing(one.get(name), other.get(name), [...path, name]);
    }
  } else if (!Object.is(was, is)) {
    yield { pointer: pointerTo(...path), was, is };
  }
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
