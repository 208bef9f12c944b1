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

describe('source files named by', () => {
  it.each(documents)('%s exist', (document) => {
    const text = readFileSync(join(root, document), 'utf8');
    const missing = Array.from(text.matchAll(/`(\w[\w./-]*\.(?:ts|tsx|mjs))`/g), ([, path]) => path)
      .filter((path) => !sources.some((source) => `/${source}`.endsWith(`/${path}`)))
      .filter((path) => !existsSync(join(root, path ?? '')))
      // Accepts a file that the document itself contains.
      .filter((path) => !text.includes(`// ${path}`));
    expect(missing).toEqual([]);
  });
});
