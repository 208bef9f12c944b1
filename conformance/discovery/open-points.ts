/** Reports the points that the interface leaves open, with what was detected about each. */
import { requirements, type Requirement } from '../../src/contract/requirements.gen.ts';
import { dialectValue, settlingKeys } from '../../src/dialect/keys.ts';
import { grouped } from '../../src/reporting/words/grouped.ts';
import { MAX_EVIDENCE } from '../attempt.ts';
import { isChosen } from '../define-check.ts';
import { Skipped } from '../outcomes.ts';
import type { CheckResult, ListedCheck } from '../outcome.ts';
import { sentence } from '../sentence.ts';
import type { ConformSettings } from '../settings.ts';
import { contradiction, isContradicted } from './declared-keys.ts';
import type { Knowledge } from './knowledge.ts';
import { declaredValue } from './tried-values.ts';
import { wayToKnow } from './settings-for-keys.ts';

type Judged = Pick<CheckResult, 'verdict' | 'cause' | 'reason' | 'evidence'>;

/**
 * Returns a result for each selected OPEN rule that keys of the dialect decide. Detection always
 * covers the whole dialect.
 */
export function openPoints(knowledge: Knowledge, settings: ConformSettings): CheckResult[] {
  return points
    .filter(({ id }) => isChosen(id, settings.only))
    .map((requirement) => ({
      ...listedPoint(requirement),
      durationMs: 0,
      ...(failedPoint(requirement, knowledge, settings) ??
        observedPoint(requirement, knowledge, settings) ??
        undecidedPoint(requirement, knowledge, settings)),
    }));
}

/** Lists the open points without a run. */
export function listedPoints(): readonly ListedCheck[] {
  return points.map(listedPoint);
}

/**
 * The rules with keys in the dialect. A rule without keys is out of scope; the requirement states
 * the reason.
 */
const points = requirements.filter((requirement) => settlingKeys(requirement).length > 0);

/**
 * The rule that fails for each key: of several rules with the key, the one with the fewest keys.
 */
const ownerOf: ReadonlyMap<string, string> = new Map(
  points
    .map((requirement) => ({ requirement, keys: settlingKeys(requirement) }))
    .toSorted((one, other) => other.keys.length - one.keys.length)
    .flatMap(({ requirement, keys }) => keys.map(({ key }) => [key, requirement.id] as const)),
);

/** Returns the failure of a point; null if nothing contradicts the given dialect. */
function failedPoint(
  requirement: Requirement,
  knowledge: Knowledge,
  settings: ConformSettings,
): Judged | null {
  const keys = keysOf(requirement).filter((key) => ownerOf.get(key) === requirement.id);
  const found = keys.flatMap((key) => {
    return contradiction(key, knowledge, settings) ?? [];
  });
  if (found.length === 0) return null;
  return {
    verdict: 'fail',
    cause: 'dialect',
    reason: sentence(found.map(({ reason }) => reason).join('; ')),
    evidence: [...new Set(found.flatMap(({ evidence }) => evidence))].slice(-MAX_EVIDENCE),
  };
}

/** Returns the observed behaviour of a point; null if no key is known. */
function observedPoint(
  requirement: Requirement,
  knowledge: Knowledge,
  settings: ConformSettings,
): Judged | null {
  const known = keysOf(requirement).filter((key) => knowledge.isDetected(key));
  if (known.length === 0) return null;
  const isOther = known.some((key) => isOtherThanGiven(key, knowledge, settings));
  return {
    verdict: 'observed',
    ...(isOther && { cause: 'dialect' }),
    reason: known.map((key) => wordsOf(key, knowledge, settings)).join('; '),
    evidence: evidenceOf(known, knowledge),
  };
}

function undecidedPoint(
  requirement: Requirement,
  knowledge: Knowledge,
  settings: ConformSettings,
): Judged {
  const keys = keysOf(requirement);
  const ways = settlingKeys(requirement)
    .map(({ key, isObserved }) => (isObserved ? wayToKnow(key, settings) : null))
    .filter((way) => way !== null);
  const lack = keys.map((key) => knowledge.missingSetting(key)).find((each) => each !== null);
  const cause = lack?.because ?? (ways.length > 0 ? 'settings' : 'dialect');
  const { openQuestions } = knowledge.discovered();
  const seen = new Map(openQuestions.map((question) => [question.key, question.seen]));
  const reasons = grouped(keys, (key) => seen.get(key) ?? 'Not detected.');
  return {
    verdict: 'not-tested',
    ...(!(lack instanceof Skipped) && { cause }),
    reason: [
      ...Array.from(reasons, ([reason, of]) => `${of.join(', ')}: ${sentence(reason)}`),
      ...new Set(ways),
    ].join(' '),
    evidence: [],
  };
}

function keysOf(requirement: Requirement): readonly string[] {
  return settlingKeys(requirement).map(({ key }) => key);
}

function evidenceOf(keys: readonly string[], { evidence }: Knowledge): CheckResult['evidence'] {
  return [...new Set(keys.flatMap((key) => evidence[key] ?? []))].slice(0, MAX_EVIDENCE);
}

function listedPoint({ id, clause, level, operations, text }: Requirement): ListedCheck {
  return {
    id,
    requirement: id,
    clause,
    level,
    operation: operations.length === 1 ? (operations[0] ?? null) : null,
    title: text,
  };
}

function isOtherThanGiven(key: string, knowledge: Knowledge, settings: ConformSettings): boolean {
  const given = declaredValue(settings.dialect, key);
  return given !== undefined && isContradicted(key, given, knowledge);
}

function wordsOf(key: string, knowledge: Knowledge, settings: ConformSettings): string {
  const value = JSON.stringify(dialectValue(knowledge.dialect, key));
  const given = JSON.stringify(declaredValue(settings.dialect, key));
  return isOtherThanGiven(key, knowledge, settings)
    ? `observed: differs: ${key} is ${value}, the given dialect declares ${given}`
    : `${key} is ${value}`;
}
