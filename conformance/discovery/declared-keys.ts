/** Verifies the paths, names and statuses that the given dialect declares. */
import { getDialectValue } from '../../src/dialect/keys.ts';
import { isSameValue } from '../../src/dialect/same-value.ts';
import { getSuccessStatus } from '../../src/dialect/success-status.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import type { Exchange } from '../outcome.ts';
import type { ConformSettings } from '../settings.ts';
import type { Knowledge } from './knowledge.ts';
import { listObservableValues } from './observable-values.ts';
import { findDeclaredValue, withValue } from './dialect-values.ts';
import { allOperations } from '../actors/operations.ts';

/** Keys whose declared value fails if the deployment contradicts the value; other keys are only observed. */
const VERIFIED_KEYS =
  /^(?:user\.(?:path|identifiedBy|envelope|names\.\w+)|otp\.(?:sms|email)\.(?:codeField|identifiedBy)|session\.(?:jwksPath|sentIn)|success\.status|errors\.status\.\w+|wallet\.variant)$/;

/** Keys whose declared value is tried first: another value is found only if the declared value is wrong. */
const KEYS_TRIED_FIRST = /^(?:user\.path|otp\.(?:sms|email)\.codeField|session\.jwksPath)$/;

export interface Contradiction {
  /** Description, such as `user.path: declared "/me/user", observed "/user"`. */
  readonly reason: string;
  readonly evidence: readonly Exchange[];
}

export function findContradiction(
  key: string,
  knowledge: Knowledge,
  { dialect }: Pick<ConformSettings, 'dialect'>,
): Contradiction | null {
  const declared = findDeclaredValue(dialect, key);
  if (declared === undefined || !VERIFIED_KEYS.test(key)) return null;
  const observation = findObservation(key, declared, knowledge);
  if (observation === null) return null;
  const reason = `${key}: declared ${JSON.stringify(declared)}, observed ${observation.text}`;
  return { reason, evidence: observation.exchanges.filter((exchange) => exchange !== undefined) };
}

/** The behaviour that contradicts a declared value. */
interface Observation {
  readonly text: string;
  readonly exchanges: readonly (Exchange | undefined)[];
}

function findObservation(key: string, declared: unknown, knowledge: Knowledge): Observation | null {
  if (key === 'success.status') return findOtherStatuses(declared, knowledge);
  if (knowledge.isDetected(key)) {
    if (!isContradicted(key, declared, knowledge)) return null;
    const text = JSON.stringify(getDialectValue(knowledge.dialect, key));
    return { text, exchanges: [knowledge.evidence[key]] };
  }
  if (!KEYS_TRIED_FIRST.test(key) || declared === 'none') return null;
  const inconclusive = knowledge.findInconclusive(key);
  return inconclusive && { ...inconclusive, text: `no match: ${inconclusive.observation}` };
}

/** Returns whether a deployment with the declared value would behave differently from this deployment. */
export function isContradicted(key: string, declared: unknown, { dialect }: Knowledge): boolean {
  const expected = listObservableValues(withDeclared(dialect, key, declared));
  return !isSameValue(expected.get(key), listObservableValues(dialect).get(key));
}

/** Finds operations with another success status than declared; ignores operations never accepted (§4). */
function findOtherStatuses(declared: unknown, { dialect, memory }: Knowledge): Observation | null {
  const expected = withDeclared(dialect, 'success.status', declared);
  const others = allOperations.flatMap((operation) => {
    const responses = memory.listAccepted(operation);
    const other = responses.find(({ status }) => status !== getSuccessStatus(operation, expected));
    return other === undefined ? [] : [{ operation, response: other }];
  });
  if (others.length === 0) return null;
  return {
    text: others.map(({ operation, response }) => `${response.status} for ${operation}`).join(', '),
    exchanges: others.map(({ response }) => response.exchange),
  };
}

/** Returns the dialect with the declared value, which was already validated against the schema. */
function withDeclared(dialect: Dialect, key: string, declared: unknown): Dialect {
  return withValue(dialect, key.split('.'), declared) as Dialect;
}
