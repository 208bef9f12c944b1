/** The points that the interface leaves open, with what was found out about each. */
import { requirements, type Requirement } from '../../src/contract/requirements.gen.ts';
import { dialectKeys, dialectValue } from '../../src/dialect/keys.ts';
import { settlingKeys } from '../../src/dialect/left-open.ts';
import { sameValue } from '../../src/dialect/same-value.ts';
import { isChosen } from '../define-check.ts';
import type { CheckResult, ListedCheck } from '../outcome.ts';
import type { ConformSettings } from '../settings.ts';
import { Knowledge } from './knowledge.ts';
import { saidValue } from './tried-values.ts';
import { observableValues } from './observable-values.ts';

/**
 * A result for every OPEN rule that keys of the dialect settle, and that the run was asked for. The
 * dialect itself is found out whole, whatever was asked for.
 */
export function openPoints(knowledge: Knowledge, settings: ConformSettings): CheckResult[] {
  const { openQuestions } = knowledge.discovered();
  const seen = new Map(openQuestions.map((question) => [question.key, question.seen]));
  return points
    .filter(({ id }) => isChosen(id, settings.only))
    .map((requirement) => {
      const keys = settlingKeys(requirement).map(({ key }) => key);
      const known = keys.filter((key) => knowledge.knows(key));
      const listed = { ...listedPoint(requirement), durationMs: 0 };
      if (known.length === 0) {
        return {
          ...listed,
          verdict: 'not-tested',
          cause: 'dialect',
          reason: keys.map((key) => `${key}: ${seen.get(key) ?? 'not seen'}`).join(' '),
          evidence: [],
        };
      }
      const differing = known.filter((key) => differs(key, knowledge, settings));
      return {
        ...listed,
        verdict: 'observed',
        ...(differing.length > 0 && { cause: 'dialect' }),
        reason: known.map((key) => wordsOf(key, knowledge, settings)).join('; '),
        evidence: [...new Set(known.flatMap((key) => knowledge.evidence[key] ?? []))].slice(0, 4),
      };
    });
}

/** The open points as they are known without a run. */
export function listedPoints(): readonly ListedCheck[] {
  return points.map(listedPoint);
}

/** What no key settles is out of the scope of a deployment: the requirement says why. */
const points = requirements.filter((requirement) => settlingKeys(requirement).length > 0);

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

function given(key: string, { dialect }: ConformSettings): unknown {
  return saidValue(dialect, key);
}

/** Whether a deployment of the dialect given would be seen to do otherwise. */
function differs(key: string, knowledge: Knowledge, settings: ConformSettings): boolean {
  if (given(key, settings) === undefined) return false;
  const expected = new Knowledge();
  for (const { key: each } of dialectKeys) {
    const said = given(each, settings);
    if (said !== undefined) expected.decide(each, said, null);
  }
  const [one, other] = [expected, knowledge].map(({ dialect }) => observableValues(dialect));
  return !sameValue(one?.get(key), other?.get(key));
}

function wordsOf(key: string, knowledge: Knowledge, settings: ConformSettings): string {
  const value = JSON.stringify(dialectValue(knowledge.dialect, key));
  return differs(key, knowledge, settings)
    ? `observed: differs: ${key} is ${value}, the dialect given says ${JSON.stringify(given(key, settings))}`
    : `${key} is ${value}`;
}
