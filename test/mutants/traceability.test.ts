/** Each rule has a check, and a mutant that violates the rule. */
import { describe, expect, it } from 'vitest';
import { selectChecks } from '../../conformance/select-checks.ts';
import { requirements } from '../../src/contract/requirements.gen.ts';
import { operators } from './operators/index.ts';
import { undetectableOperators } from './operators/undetectable.ts';

const checks = selectChecks({ only: [], skip: [] });
/** Rules that a proxy cannot violate. otp-contexts.test.ts violates these rules in the independent server. */
const violatedInServer = new Set(['5.4.sms.code-unpredictable', '5.5.email.code-unpredictable']);
// A deployment cannot violate an open point.
const rules = requirements.filter(({ level }) => level !== 'OPEN');

describe('every rule', () => {
  it('has a check', () => {
    const checkedRules = new Set(checks.map(({ requirement }) => requirement));
    expect(rules.filter(({ id }) => !checkedRules.has(id))).toEqual([]);
  });

  it('has a mutant', () => {
    const violatedRules = new Set(operators.map(({ requirement }) => requirement));
    expect(rules.filter(({ id }) => !violatedRules.has(id) && !violatedInServer.has(id))).toEqual(
      [],
    );
  });
});

describe('checks and mutants', () => {
  it('refer to existing rules', () => {
    const ids = new Set(requirements.map(({ id }) => id));
    const unknownIds = [...checks, ...operators]
      .map(({ requirement }) => requirement)
      .filter((id) => !ids.has(id));
    expect(unknownIds).toEqual([]);
  });
});

it('mutants have unique names', () => {
  const names = operators.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('every undetectable mutant exists', () => {
  const names = new Set(operators.map(({ name }) => name));
  expect([...undetectableOperators.keys()].filter((name) => !names.has(name))).toEqual([]);
});
