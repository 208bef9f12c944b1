/** Reports the points that the interface leaves open, with what was detected about each. */
import { requirements, type Requirement } from '../../src/contract/requirements.gen.ts';
import { getDialectValue, listKeysOfRequirement } from '../../src/dialect/keys.ts';
import { groupBy } from '../../src/reporting/text/group-by.ts';
import { MAX_EVIDENCE } from '../attempt-base.ts';
import { isChosen } from '../define-check.ts';
import { Skipped } from '../check-errors.ts';
import type { CheckResult, ListedCheck } from '../outcome.ts';
import { toSentence } from '../to-sentence.ts';
import { findContradiction, isContradicted } from './declared-keys.ts';
import type { Knowledge } from './knowledge.ts';
import { findDeclaredValue } from './dialect-values.ts';
import { inapplicabilityRules } from './observable-values.ts';
import { suggestSetting } from './settings-for-keys.ts';
import type { RunContext } from '../run-context.ts';

/** A failure has its own title, because the title of an OPEN rule says what the interface leaves open. */
type Judgement = Pick<CheckResult, 'verdict' | 'cause' | 'reason' | 'evidence'> &
  Partial<Pick<CheckResult, 'title'>>;

/** The rules that keys of the dialect decide. */
const points = requirements.filter((requirement) => listKeysOfRequirement(requirement).length > 0);

/** For each key, the id of the rule that fails if the declared value is wrong: its rule with the fewest keys. */
const failingRules: ReadonlyMap<string, string> = new Map(
  points
    .map((requirement) => ({ requirement, keys: listKeysOfRequirement(requirement) }))
    // A later entry of a Map replaces an earlier one, so the rules with the fewest keys are last.
    .toSorted((one, other) => other.keys.length - one.keys.length)
    .flatMap(({ requirement, keys }) => keys.map(({ key }) => [key, requirement.id] as const)),
);

type Run = Pick<RunContext, 'knowledge' | 'settings'>;

/** Returns a result for each selected OPEN rule that keys of the dialect decide. */
export function judgeOpenPoints(run: Run): CheckResult[] {
  const chosen = points.filter(({ id }) => isChosen(id, run.settings.only));
  return chosen.map((requirement) => ({
    ...toListedPoint(requirement),
    durationMs: 0,
    ...(findFailure(requirement, run) ??
      findObservation(requirement, run) ??
      createUndetectedPoint(requirement, run)),
  }));
}

export function listPoints(): readonly ListedCheck[] {
  return points.map(toListedPoint);
}

function findFailure(requirement: Requirement, { knowledge, settings }: Run): Judgement | null {
  const keys = listKeys(requirement).filter((key) => failingRules.get(key) === requirement.id);
  const contradictions = keys.flatMap((key) => findContradiction(key, knowledge, settings) ?? []);
  if (contradictions.length === 0) return null;
  return {
    verdict: 'fail',
    cause: 'dialect',
    title: 'behaves as the dialect file declares',
    reason: toSentence(contradictions.map(({ reason }) => reason).join('; ')),
    evidence: [...new Set(contradictions.flatMap(({ evidence }) => evidence))].slice(-MAX_EVIDENCE),
  };
}

function findObservation(requirement: Requirement, run: Run): Judgement | null {
  const detectedKeys = listKeys(requirement).filter((key) => run.knowledge.isDetected(key));
  if (detectedKeys.length === 0) return null;
  const isDifferent = detectedKeys.some((key) => differsFromDeclared(key, run));
  return {
    verdict: 'observed',
    ...(isDifferent && { cause: 'dialect' }),
    reason: detectedKeys.map((key) => describeValue(key, run)).join('; '),
    evidence: listEvidence(detectedKeys, run.knowledge),
  };
}

function createUndetectedPoint(requirement: Requirement, { knowledge, settings }: Run): Judgement {
  const keys = listKeys(requirement);
  const fixes = listKeysOfRequirement(requirement).flatMap(({ key, isDetectable }) => {
    const fix = isDetectable ? suggestSetting(key, settings) : null;
    return fix === null ? [] : [{ key, fix }];
  });
  const usefulFixes = fixes.filter(({ key }) => !knowledge.hasObstacle(key));
  const preconditionError = keys
    .map((key) => knowledge.findPreconditionError(key))
    .find((item) => item !== null);
  const cause = preconditionError?.causeType ?? (fixes.length > 0 ? 'settings' : 'dialect');
  const { openQuestions } = knowledge.toDiscoveredDialect();
  const evidenceByKey = new Map(openQuestions.map(({ key, evidence }) => [key, evidence]));
  const reasons = groupBy(keys, (key) => evidenceByKey.get(key) ?? 'Not detected.');
  return {
    verdict: 'not-tested',
    ...(!(preconditionError instanceof Skipped) && { cause }),
    reason: [
      ...Array.from(reasons, ([reason, group]) => `${group.join(', ')}: ${toSentence(reason)}`),
      ...new Set(usefulFixes.map(({ fix }) => fix)),
    ].join(' '),
    evidence: [],
  };
}

function listKeys(requirement: Requirement): readonly string[] {
  return listKeysOfRequirement(requirement).map(({ key }) => key);
}

function listEvidence(keys: readonly string[], { evidence }: Knowledge): CheckResult['evidence'] {
  return [...new Set(keys.flatMap((key) => evidence[key] ?? []))].slice(0, MAX_EVIDENCE);
}

function toListedPoint({ id, clause, level, operations, text }: Requirement): ListedCheck {
  return {
    id,
    requirement: id,
    clause,
    level,
    operation: operations.length === 1 ? (operations[0] ?? null) : null,
    // Titles of checks have no full stop either.
    title: text.replace(/\.$/, ''),
  };
}

function differsFromDeclared(key: string, { knowledge, settings }: Run): boolean {
  const declared = findDeclaredValue(settings.dialect, key);
  return declared !== undefined && isContradicted(key, declared, knowledge);
}

function describeValue(key: string, run: Run): string {
  const { dialect } = run.knowledge;
  if (run.knowledge.isInapplicable(key)) {
    const rule = inapplicabilityRules.find(
      (other) => other.key === key && other.makesInapplicable(dialect),
    );
    const causes = (rule?.requiredKeys ?? []).map((other) => describeValue(other, run));
    return `${key} is not used, because ${causes.join(' and ')}`;
  }
  const value = JSON.stringify(getDialectValue(dialect, key));
  if (!differsFromDeclared(key, run)) return `${key} is ${value}`;
  const declared = JSON.stringify(findDeclaredValue(run.settings.dialect, key));
  return `${key} is ${value}, which differs from the declared ${declared}`;
}
