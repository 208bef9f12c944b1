/**
 * What a run says of sandboxes in order and of broken ones, as it was reviewed. The reasons and the
 * evidence are what people read: a check that looks at something else shows here.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Section } from '../../../conformance/define-check.ts';
import { sections } from '../../../conformance/sections/index.ts';
import type { DialectDocument } from '../../../src/dialect/dialect.ts';
import { independentDeployment, sandboxDeployment } from '../deployments.ts';
import { dialects } from '../dialects.ts';
import { judgedByItsRule } from '../known-dialect.ts';
import { operators } from '../operators/index.ts';
import { runAgainst } from '../run-mutants.ts';
import { useTargets } from '../sandbox-targets.ts';
import { breachTold, dialectTold, verdictsTold, type Told } from './told.ts';

const targets = useTargets();

type Reviewed = Record<string, Told>;

/** `FLAGBEARER_UPDATE_TOLD=1` writes them anew. */
const isUpdate = process.env['FLAGBEARER_UPDATE_TOLD'] !== undefined;

describe.for(Object.entries(dialects))('of a sandbox: %s', ([name, document]) => {
  it.for(sections.map((section) => [nameOf(section), section] as const))(
    '%s',
    { timeout: 120_000 },
    async ([title, section]) => {
      const told = await toldBy(name, document, section);
      if (isUpdate) update(name, title, told);
      expect(told).toEqual(reviewed(name)[title]);
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
      const settings = { concurrency: 1 };
      const told = dialectTold(
        await runAgainst(await deployment(), null, { settings, sections: [] }),
      );
      if (isUpdate) update('dialects', name, told);
      expect(told).toEqual(reviewed('dialects')[name]);
    },
  );
});

describe('of a sandbox that breaks a rule', () => {
  // One of each kind for each rule, but where calls race and another one is seen first each time.
  const steady = operators.filter(({ requirement }) => requirement !== '4.8.call.reads');
  const chosen = new Map(steady.map((its) => [`${its.requirement} ${its.kind}`, its]));
  const named = [...chosen.values()].map((its) => [its.name, its] as const);
  it.for(named)('%s', { timeout: 120_000 }, async ([, operator]) => {
    const deployment = await sandboxDeployment(targets, 'default', dialects.default);
    const told = breachTold(await judgedByItsRule(operator, deployment));
    if (isUpdate) update('breaches', operator.requirement, { [operator.name]: told });
    expect(told).toEqual(reviewed('breaches')[operator.requirement]?.[operator.name]);
  });
});

async function toldBy(name: string, document: DialectDocument, section: Section): Promise<Told> {
  const deployment = await sandboxDeployment(targets, name, document);
  const outcome = await runAgainst(deployment, null, {
    granted: deployment.dialect,
    sections: [section],
    // One after the other, so that the same calls come in the same order.
    settings: { concurrency: 1 },
  });
  return verdictsTold(outcome, section);
}

function nameOf({ clause, title }: Section): string {
  return `§${clause} ${title}`;
}

function reviewed(name: string): Reviewed {
  return JSON.parse(readFileSync(fileOf(name), 'utf8')) as Reviewed;
}

function update(name: string, title: string, told: Told): void {
  const all = reviewed(name);
  writeFileSync(
    fileOf(name),
    JSON.stringify({ ...all, [title]: { ...all[title], ...told } }, null, 2),
  );
}

function fileOf(name: string): URL {
  return new URL(`./${name}.json`, import.meta.url);
}
