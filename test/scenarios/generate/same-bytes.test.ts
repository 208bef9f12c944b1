import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultDialect } from '../../../src/dialect/keys.ts';
import { getPackageFile } from '../../../src/package-files.ts';
import { formatScenarioYaml } from '../../../src/scenarios/export.ts';
import { generateScenario } from '../../../src/scenarios/generate/generate-scenario.ts';

const options = { seed: 7, users: 300, pairwise: true, name: 'anywhere' };
const folder = getPackageFile(`node_modules/.cache/flagbearer-same-bytes-${process.pid}`);
const script = `${folder}/generate.mjs`;

/** Builds a program that prints the scenario of `generateText()`. */
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  await build({
    stdin: {
      resolveDir: getPackageFile('src'),
      contents: `
        import { defaultDialect as dialect } from './dialect/keys.ts';
        import { formatScenarioYaml } from './scenarios/export.ts';
        import { generateScenario } from './scenarios/generate/generate-scenario.ts';
        const options = { ...${JSON.stringify(options)}, dialect };
        process.stdout.write(await formatScenarioYaml((await generateScenario(options)).document));`,
    },
    bundle: true,
    format: 'esm',
    packages: 'external',
    platform: 'node',
    outfile: script,
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function generateText(): Promise<string> {
  const { document } = await generateScenario({ ...options, dialect: defaultDialect });
  return (await formatScenarioYaml(document)) ?? '';
}

it.each([
  { TZ: 'UTC', LANG: 'C' },
  { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  { TZ: 'America/St_Johns', LANG: 'ja_JP.UTF-8', LC_ALL: 'ja_JP.UTF-8' },
])('a seed produces the same bytes in another process, under %o', async (env) => {
  const output = execFileSync(process.execPath, [script], { env, encoding: 'utf8' });
  expect(output).toBe(await generateText());
});

it('a seed produces the same bytes in every version, because tests of an app depend on the values', async () => {
  const hash = createHash('sha256').update(await generateText());
  expect(hash.digest('hex')).toBe(
    '2c4a2616d7f84c99c263a0e48e0b75e21de2868e68bb5b06f7ec2c11f425e736',
  );
});
