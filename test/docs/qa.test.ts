import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { listScenarios } from '../../src/scenarios/library.ts';
import { runFlagbearer } from '../cli/flagbearer.ts';
import { runInFolder } from '../config/in-folder.ts';

const page = await readFile('docs/qa.md', 'utf8');

/** The blocks between fences, in order, each with the language that its fence names. */
const blocks = [...page.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language, text = '']) => ({
  language,
  text,
}));

/** The block after a command, which shows its output. */
function runForOutput(command: string): string {
  const at = blocks.findIndex(({ text }) => text === `${command}\n`);
  expect(at, `docs/qa.md does not show: ${command}`).toBeGreaterThan(-1);
  return blocks[at + 1]?.text ?? '';
}

function findBlock(language: string): string {
  return blocks.find((block) => block.language === language)?.text ?? '';
}

/** The names by which the browser tests find controls and texts. */
const folder = 'test/console/suites';
const suites = await Promise.all(
  (await readdir(folder)).map((name) => readFile(`${folder}/${name}`, 'utf8')),
);

/** Texts in bold: names of controls in the console. */
const bold = [...new Set([...page.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name))];

describe('docs/qa.md', () => {
  it.each(bold)('contains %s, which a browser test uses', (name) => {
    const uses = [`'${name}'`, `'${name} `, `\`${name} `];
    expect(suites.some((suite) => uses.some((use) => suite.includes(use)))).toBe(true);
  });

  it.each(['scenario show kyc-in-review', 'scenario check mine.yaml', 'messages check en.json'])(
    'shows what flagbearer %s prints',
    (command) =>
      runInFolder({ 'mine.yaml': findBlock('yaml'), 'en.json': findBlock('json') }, async (cwd) => {
        const { stdout } = await runFlagbearer(command.split(' '), { cwd });
        expect(runForOutput(`npx flagbearer ${command}`)).toBe(stdout);
      }),
  );

  it('names only existing scenarios', async () => {
    const names = (await listScenarios()).map(({ name }) => name);
    const section = page.slice(page.indexOf('\n## 1.'), page.indexOf('\n## 2.'));
    const rows = section.split('\n').filter((line) => line.startsWith('|'));
    const named = rows.flatMap((row) => row.match(/(?<=`)[a-z0-9-]+(?=`)/g) ?? []);
    expect(named.length).toBeGreaterThan(10);
    for (const name of named) expect(names).toContain(name);
  });
});
