/** The snippets of docs/test-kit.md print what the page shows, or consist of lines of the examples. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { parseBlocks } from './pages.ts';

const blocks = parseBlocks('docs/test-kit.md');

describe('docs/test-kit.md', () => {
  const snippets = blocks.flatMap(({ info, text }, index) =>
    info === 'ts' ? [{ number: index, text, output: blocks[index + 1] }] : [],
  );

  it('has snippets, each with its output', () => {
    expect(snippets).toHaveLength(4);
    for (const { output } of snippets) expect(output?.info).toBe('');
  });

  it.each(snippets)('shows the output of snippet $number', async ({ text, output }) => {
    const { code } = await transform(text, { loader: 'ts', target: 'node20.19', format: 'esm' });
    const run = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
    expect(run.stdout).toBe(output?.text);
  });

  it('contains code for Vitest and Jest that consists of lines of the examples', async () => {
    const files = {
      'ts vitest': ['vitest/test/sign-in.test.ts', 'vitest/test/account-screen.test.ts'],
      'js jest': ['jest/test/email.test.js'],
    };
    for (const [info, paths] of Object.entries(files)) {
      const texts = await Promise.all(paths.map((path) => readFile(`examples/${path}`, 'utf8')));
      const lines = new Set(
        texts
          .join('\n')
          .split('\n')
          .map((line) => line.trim()),
      );
      const examples = blocks.filter((block) => block.info === info);
      expect(examples).not.toHaveLength(0);
      for (const { text } of examples) {
        for (const line of text.trim().split('\n')) expect(lines).toContain(line.trim());
      }
    }
  });
});
