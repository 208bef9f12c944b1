/**
 * What a run says of sandboxes in order and of broken ones, as it was reviewed. The reasons and the
 * evidence are what people read: a check that looks at something else shows here.
 */
import { describe, expect, it } from 'vitest';
import type { Section } from '../../../conformance/define-check.ts';
import { sections } from '../../../conformance/sections/index.ts';
import type { DialectDocument } from '../../../src/dialect/dialect.ts';
import { independentDeployment, sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { judgedByItsRule } from '../known-dialect.ts';
import type { Mutate } from '../mutate.ts';
import { operators } from '../operators/index.ts';
import type { Operator } from '../operators/operator.ts';
import { runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { listenToAssertions } from './asserted.ts';
import { breaches } from './breaches.ts';
import { expectTold, expectToldInShort } from './reviewed.ts';
import { breachTold, dialectTold, inOrder, verdictsTold, type Told } from './told.ts';

const targets = useTargets();

describe.for(Object.entries(dialects))('of a sandbox: %s', ([name, document]) => {
  it.for(sections.map((section) => [nameOf(section), section] as const))(
    '%s',
    { timeout: 120_000 },
    async ([title, section]) => {
      expectTold(name, title, await toldBy(name, document, section));
    },
  );
});

describe('of the dialect', () => {
  const sandboxes = Object.entries(dialects).map(([name, document]) => ({
    name: `sandbox ${name}`,
    deployment: () => sandboxDeployment(targets, name, document),
  }));
  const independent = (['plain', 'forgetful', 'chatty'] as const).map((name) => ({
    name: `independent ${name}`,
    deployment: () => independentDeployment(name),
  }));
  it.for([...sandboxes, ...independent])(
    '$name',
    { timeout: 120_000 },
    async ({ name, deployment }) => {
      const outcome = await runAgainst(await deployment(), null, {
        settings: inOrder,
        sections: [],
      });
      expectTold('dialects', name, dialectTold(outcome));
    },
  );
});

describe('of a server that is no sandbox, from discovery to the last check', () => {
  it.for(['plain', 'forgetful', 'chatty'] as const)('%s', { timeout: 120_000 }, async (name) => {
    const outcome = await runAgainst(independentDeployment(name), null, { settings: inOrder });
    expectToldInShort('independent-checks', name, outcome);
  });
});

describe('of a sandbox that breaks a rule', () => {
  const each = (list: readonly Operator[]) => list.map((its) => [its.name, its] as const);
  it.for(each(operators))('the checks of the rule: %s', { timeout: 120_000 }, async (its) => {
    const [name, operator] = its;
    const deployment = await sandboxDeployment(targets, 'default', dialects.default);
    const told = breachTold(await judgedByItsRule(operator, deployment, inOrder));
    if (asChanceWill.has(name)) expect(told).toContainEqual(noticedIn(operator));
    else expectTold('breaches', `${operator.requirement}: ${name}`, told);
  });
  it('the discovery, where none is broken', { timeout: 120_000 }, async () => {
    await expectFound('none is broken', null);
  });
  it.for(each(breaches))('the discovery: %s', { timeout: 120_000 }, async ([name, { mutate }]) => {
    await expectFound(name, mutate);
  });
});

/** Of two reads that are made at once, whichever comes first decides what is found to be wrong. */
const asChanceWill: ReadonlySet<string> = new Set([
  'the user read gives the user before',
  'the user read now and then gives the user before',
]);

function noticedIn({ requirement }: Operator): unknown {
  return expect.stringContaining(`noticed: ${requirement}`);
}

async function expectFound(name: string, mutate: Mutate | null): Promise<void> {
  const deployment = await sandboxDeployment(targets, 'default', dialects.default);
  const outcome = await runAgainst(deployment, mutate, { settings: inOrder, sections: [] });
  expectToldInShort('found-in-breaches', name, outcome);
}

async function toldBy(name: string, document: DialectDocument, section: Section): Promise<Told> {
  const deployment = await sandboxDeployment(targets, name, document);
  const { asserted, watch } = listenToAssertions();
  const outcome = await runAgainst(deployment, null, {
    granted: deployment.dialect,
    sections: [section],
    settings: inOrder,
    ports: { watch },
  });
  return verdictsTold(outcome, section, asserted);
}

function nameOf({ clause, title }: Section): string {
  return `§${clause} ${title}`;
}
