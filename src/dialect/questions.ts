/** Questions for the service owner: the keys of a dialect without a known value. */
import { requirements, type Requirement } from '../contract/requirements.gen.ts';
import { describeAllowedValues, type AllowedValue } from './allowed-values.ts';
import type { DialectDocument } from './dialect.ts';
import { formatEvidence } from './evidence.ts';
import { describeDetection, dialectKeys, matchesPattern, type DialectKey } from './keys.ts';

export interface DialectQuestion {
  readonly key: string;
  readonly clause: string;
  readonly description: string;
  readonly leftOpenBy: readonly Pick<Requirement, 'id' | 'text'>[];
  readonly evidence: string | undefined;
  /** How detection determines the value, or why it cannot. */
  readonly detection: string;
  readonly answers: readonly AllowedValue[];
  /** The assumed value until the question is answered. */
  readonly assumed: unknown;
}

/** Returns a question for each unknown key, in the order of the schema. */
export function listDialectQuestions({
  unknown = [],
  evidence = {},
}: Pick<DialectDocument, 'unknown' | 'evidence'>): readonly DialectQuestion[] {
  return dialectKeys
    .filter(({ key }) => unknown.includes(key))
    .map((dialectKey) => createQuestion(dialectKey, evidence[dialectKey.key]));
}

function createQuestion(dialectKey: DialectKey, evidence: unknown): DialectQuestion {
  const { key, clause, description } = dialectKey;
  return {
    key,
    clause,
    description,
    leftOpenBy: listRequirements(dialectKey).map(({ id, text }) => ({ id, text })),
    evidence: formatEvidence(evidence),
    detection: describeDetection(dialectKey),
    answers: describeAllowedValues(key),
    assumed: dialectKey.default,
  };
}

/** Returns the requirements that mention the key: those of its clause or, if there are none, of any clause. */
function listRequirements({ key, clause }: DialectKey): readonly Requirement[] {
  const mentioning = requirements.filter(({ dialectKeys: names = [] }) =>
    names.some((name) => matchesPattern(name, key)),
  );
  const sameClause = mentioning.filter((requirement) => requirement.clause === clause);
  return sameClause.length > 0 ? sameClause : mentioning;
}
