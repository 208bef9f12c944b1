/** Each rule has checks and mutants that prove them. */
import { describe, expect, it } from 'vitest';
import { selectChecks } from '../../conformance/select-checks.ts';
import { check, getCheckId, section } from '../../conformance/define-check.ts';
import { requirements } from '../../src/contract/requirements.gen.ts';
import { sandboxDeployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import { operators } from './operators/index.ts';
import { undetectable } from './operators/undetectable.ts';
import { runAgainst } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';

const checks = selectChecks({ only: [], skip: [] });
/** Codes are read directly from the deployment, not through a proxy; otp-contexts.test.ts tests these rules. */
const brokenInServer = new Set(['5.4.sms.code-unpredictable', '5.5.email.code-unpredictable']);
const stated = requirements.filter(({ level }) => level !== 'OPEN');

describe('every rule', () => {
  it('has a check', () => {
    expect(stated.filter((rule) => !checks.some(isOf(rule))).map(({ id }) => id)).toEqual([]);
  });

  it('has a mutant', () => {
    const byProxy = stated.filter(({ id }) => !brokenInServer.has(id));
    expect(byProxy.filter((rule) => !operators.some(isOf(rule))).map(({ id }) => id)).toEqual([]);
  });
});

describe('checks and mutants', () => {
  it('refer to existing rules', () => {
    const ids = new Set(requirements.map(({ id }) => id));
    const cited = [...checks, ...operators].map(({ requirement }) => requirement);
    expect(cited.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('have unique names', () => {
    expect(twice(checks.map(getCheckId))).toEqual([]);
    expect(twice(operators.map(({ name }) => name))).toEqual([]);
  });

  it('are listed as hidden from discovery only if they exist', () => {
    const names = new Set(operators.map(({ name }) => name));
    expect([...undetectable.keys()].filter((name) => !names.has(name))).toEqual([]);
  });

  it('are as many as the goals require', () => {
    expect(operators.length).toBeGreaterThanOrEqual(100);
  });
});

describe('a check that asserts nothing', () => {
  const targets = useTargets();

  it('is an internal error', async () => {
    const idle = section('4.1', 'idle', [
      check({
        requirement: '4.1.call.starts',
        operation: 'startWalletAuth',
        title: 'sends, and looks away',
        async run(t) {
          await t.send(await t.flows.createValidRequest('startWalletAuth'));
        },
      }),
    ]);
    const deployment = await sandboxDeployment(targets, 'default', dialects.default);
    const { results } = await runAgainst(deployment, null, {
      assumedDialect: deployment.dialect,
      sections: [idle],
    });
    expect(results.find(({ id }) => id === '4.1.call.starts')).toMatchObject({
      verdict: 'error',
      cause: 'flagbearer',
      reason: 'The check made no assertion.',
    });
  });
});

function isOf({ id }: { readonly id: string }) {
  return ({ requirement }: { readonly requirement: string }) => requirement === id;
}

function twice(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}
