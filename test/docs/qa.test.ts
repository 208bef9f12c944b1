import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { listScenarios } from '../../src/scenarios/library.ts';
import { runFlagbearer } from '../cli/run-flagbearer.ts';
import { createFolder } from '../setup/folder.ts';
import { parseBlocks } from './pages.ts';

const page = await readFile('docs/qa.md', 'utf8');

const blocks = parseBlocks('docs/qa.md');

/** Returns the block after a command, which shows its output. */
function findOutput(command: string): string {
  const index = blocks.findIndex(({ text }) => text === `${command}\n`);
  expect(index, `docs/qa.md does not show: ${command}`).toBeGreaterThan(-1);
  return blocks[index + 1]?.text ?? '';
}

function findBlock(language: string): string {
  return blocks.find(({ info }) => info === language)?.text ?? '';
}

const folder = 'test/console/suites';
const browserTests = await Promise.all(
  (await readdir(folder)).map((name) => readFile(`${folder}/${name}`, 'utf8')),
);

/** The texts in bold, which are names of controls in the console. */
const controlNames = [
  ...new Set([...page.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name)),
];

describe('docs/qa.md', () => {
  it.each(controlNames)('names the control %s, which a browser test also names', (name) => {
    // A string that is the name, or a string or template that begins with the name and a blank.
    const literals = [`'${name}'`, `'${name} `, `\`${name} `];
    const isUsed = browserTests.some((test) => literals.some((literal) => test.includes(literal)));
    expect(isUsed).toBe(true);
  });

  it.each(['scenario show kyc-in-review', 'scenario check mine.yaml', 'messages check en.json'])(
    'shows what flagbearer %s prints',
    async (command) => {
      const cwd = await createFolder({
        'mine.yaml': findBlock('yaml'),
        'en.json': findBlock('json'),
      });
      const { stdout } = await runFlagbearer(command.split(' '), { cwd });
      expect(findOutput(`npx flagbearer ${command}`)).toBe(stdout);
    },
  );

  it('names only existing scenarios', async () => {
    const names = (await listScenarios()).map(({ name }) => name);
    const section = page.slice(page.indexOf('\n## 1.'), page.indexOf('\n## 2.'));
    const rows = section.split('\n').filter((line) => line.startsWith('|'));
    const namesOnPage = rows.flatMap((row) => row.match(/(?<=`)[a-z0-9-]+(?=`)/g) ?? []);
    expect(namesOnPage.length).toBeGreaterThan(10);
    for (const name of namesOnPage) expect(names).toContain(name);
  });
});
