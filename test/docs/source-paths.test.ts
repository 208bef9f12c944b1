/** Source files named in the documentation exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles, root } from './pages.ts';

const folders = ['src', 'conformance', 'test', 'scripts', 'bench', 'examples', 'docs'];
const sources = folders.flatMap((folder) => listFiles(folder, /\.(?:ts|tsx|mjs)$/));
const documents = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...['docs', 'src', 'conformance'].flatMap((folder) => listFiles(folder, /\.md$/)),
];

describe('existing source files in', () => {
  it.each(documents)('are named by %s', (document) => {
    const text = readFileSync(join(root, document), 'utf8');
    const named = [...text.matchAll(/`(?<path>[\w][\w./-]*\.(?:ts|tsx|mjs))`/g)];
    const missing = named
      .map(({ groups = {} }) => groups['path'] ?? '')
      .filter((path) => !sources.some((source) => `/${source}`.endsWith(`/${path}`)))
      .filter((path) => !existsSync(join(root, path)))
      .filter((path) => !text.includes(`// ${path}`));
    expect(missing).toEqual([]);
  });
});
