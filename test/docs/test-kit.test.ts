/** Checks that the snippets of docs/test-kit.md print what the page shows. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';

const page = await readFile('docs/test-kit.md', 'utf8');

/** The fenced blocks of the page; `kind` is the text after the opening fence, such as `ts`. */
const blocks = [...page.matchAll(/^```(.*)\n([^]*?)^```$/gm)].map(([, kind, text = '']) => ({
  kind,
  text,
}));

describe('docs/test-kit.md', () => {
  const snippets = blocks.flatMap(({ kind, text }, index) =>
    kind === 'ts' ? [{ number: index, text, output: blocks[index + 1] }] : [],
  );

  it('has snippets, each with its output', () => {
    expect(snippets).toHaveLength(4);
    for (const { output } of snippets) expect(output?.kind).toBe('');
  });

  it.each(snippets)('shows the output of snippet $number', async ({ text, output }) => {
    const { code } = await transform(text, { loader: 'ts', target: 'node20.19', format: 'esm' });
    const run = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
    expect(run.stdout).toBe(output?.text);
  });

  it('contains only lines of the examples', async () => {
    const files = {
      'ts vitest': ['vitest/test/sign-in.test.ts', 'vitest/test/account-screen.test.ts'],
      'js jest': ['jest/test/email.test.js'],
    };
    for (const [kind, paths] of Object.entries(files)) {
      const texts = await Promise.all(paths.map((path) => readFile(`examples/${path}`, 'utf8')));
      const lines = new Set(
        texts
          .join('\n')
          .split('\n')
          .map((line) => line.trim()),
      );
      const examples = blocks.filter((block) => block.kind === kind);
      expect(examples).not.toHaveLength(0);
      for (const { text } of examples) {
        for (const line of text.trim().split('\n')) expect(lines).toContain(line.trim());
      }
    }
  });
});
