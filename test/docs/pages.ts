/** The documentation pages and their code blocks. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the paths of the files in a folder, recursively, relative to the root. */
export function listFiles(folder: string, namePattern: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return isExcluded(entry.name) ? [] : listFiles(path, namePattern);
    return namePattern.test(entry.name) ? [path] : [];
  });
}

function isExcluded(folder: string): boolean {
  return folder === 'node_modules' || folder === '.vitepress';
}

/** The pages for users, whose commands are tested. */
export const pages: readonly string[] = ['README.md', ...listFiles('docs', /\.md$/)];

export interface Block {
  /** First line in the page. */
  readonly line: number;
  /** The info string of the fence. */
  readonly info: string;
  readonly text: string;
  /** The text of the comment before the block, such as `not run: registry`. */
  readonly comment: string | undefined;
  /** Whether the rendered page shows the block. */
  readonly visibility: 'shown' | 'hidden';
}

/** Matches a fenced block with the comment before it, or hidden commands: `<!-- run ... -->`. */
const BLOCK =
  /(?:^<!-- (?<comment>(?:not run|file): .*) -->\n\n?)?^(?<fence>```+)(?<info>.*)\n(?<text>[^]*?)^\k<fence>$|^<!-- run\n(?<hidden>[^]*?)^-->$/gm;

export function parseBlocks(page: string): readonly Block[] {
  const source = readFileSync(join(root, page), 'utf8');
  return Array.from(source.matchAll(BLOCK), ({ index, groups = {} }) => {
    const { comment, info = 'sh', text, hidden } = groups;
    const line = source.slice(0, index).split('\n').length;
    const visibility = hidden === undefined ? 'shown' : 'hidden';
    return { line, info: info.trim(), text: text ?? hidden ?? '', comment, visibility };
  });
}
