/** Each rule has a check, and a mutant that violates the rule. */
import { describe, expect, it } from 'vitest';
import { selectChecks } from '../../conformance/select-checks.ts';
import { check, getCheckId, section } from '../../conformance/define-check.ts';
import { requirements } from '../../src/contract/requirements.gen.ts';
import { createSandboxDeployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import { operators } from './operators/index.ts';
import { undetectableOperators } from './operators/undetectable.ts';
import { runAgainst } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';

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

  it('have unique names', () => {
    expect(listDuplicates(checks.map(getCheckId))).toEqual([]);
    expect(listDuplicates(operators.map(({ name }) => name))).toEqual([]);
  });
});

it('every undetectable mutant exists', () => {
  const names = new Set(operators.map(({ name }) => name));
  expect([...undetectableOperators.keys()].filter((name) => !names.has(name))).toEqual([]);
});

describe('a check that asserts nothing', () => {
  const targets = useTargets();

  it('is an internal error', async () => {
    const sectionWithoutAssertion = section('4.1', 'Start', [
      check({
        requirement: '4.1.operation.starts',
        operation: 'startWalletAuth',
        title: 'sends without an assertion',
        async run(t) {
          await t.send(await t.createValidRequest('startWalletAuth'));
        },
      }),
    ]);
    const deployment = await createSandboxDeployment(targets, 'default', dialects.default);
    const { results } = await runAgainst(deployment, {
      assumedDialect: deployment.dialect,
      sections: [sectionWithoutAssertion],
    });
    expect(results.find(({ id }) => id === '4.1.operation.starts')).toMatchObject({
      verdict: 'error',
      cause: 'flagbearer',
      reason: 'The check made no assertion.',
    });
  });
});

function listDuplicates(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}
