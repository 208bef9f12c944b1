/** The points that the interface leaves open, with what was found out about each. */
import { requirements } from '../../src/contract/requirements.gen.ts';
import { dialectKeys, dialectValue } from '../../src/dialect/keys.ts';
import { sameValue } from '../../src/dialect/same-value.ts';
import type { CheckResult } from '../outcome.ts';
import type { ConformSettings } from '../settings.ts';
import { Knowledge } from './knowledge.ts';
import { saidValue } from './tried-values.ts';
import { observableValues } from './observable-values.ts';

type OpenRequirement = (typeof requirements)[number];

/** A result for every OPEN rule that keys of the dialect settle. */
export function openPoints(knowledge: Knowledge, settings: ConformSettings): CheckResult[] {
  const { openQuestions } = knowledge.discovered();
  const seen = new Map(openQuestions.map((question) => [question.key, question.seen]));
  return requirements.flatMap((requirement) => {
    const keys = keysOf(requirement);
    if (keys.length === 0) return [];
    const known = keys.filter((key) => knowledge.knows(key));
    const listed = {
      id: requirement.id,
      requirement: requirement.id,
      clause: requirement.clause,
      level: requirement.level,
      operation: requirement.operations.length === 1 ? (requirement.operations[0] ?? null) : null,
      title: requirement.text,
      durationMs: 0,
    };
    if (known.length === 0) {
      return {
        ...listed,
        verdict: 'not-tested' as const,
        cause: 'dialect' as const,
        reason: keys.map((key) => `${key}: ${seen.get(key) ?? 'not seen'}`).join(' '),
        evidence: [],
      };
    }
    const differing = known.filter((key) => differs(key, knowledge, settings));
    return {
      ...listed,
      verdict: 'observed' as const,
      ...(differing.length > 0 && { cause: 'dialect' as const }),
      reason: known.map((key) => wordsOf(key, knowledge, settings)).join('; '),
      evidence: [...new Set(known.flatMap((key) => knowledge.evidence[key] ?? []))].slice(0, 4),
    };
  });
}

function keysOf({ dialectKeys: patterns }: OpenRequirement): string[] {
  return (patterns ?? []).flatMap((pattern) =>
    pattern.endsWith('.*')
      ? dialectKeys.map(({ key }) => key).filter((key) => key.startsWith(pattern.slice(0, -1)))
      : [pattern],
  );
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
