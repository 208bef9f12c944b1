/** The Markdown of the project, and the blocks of code in it. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The files of a folder, at any depth, by their path from the root; the build of the site is none. */
export function filesIn(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return isOfOthers(entry.name) ? [] : filesIn(path, ending);
    return ending.test(entry.name) ? [path] : [];
  });
}

function isOfOthers(folder: string): boolean {
  return folder === 'node_modules' || folder === '.vitepress';
}

/** What a user reads: the pages whose commands are run. */
export const pages: readonly string[] = ['README.md', ...filesIn('docs', /\.md$/)];

export interface Block {
  /** Where it begins in its page. */
  readonly line: number;
  /** The info string of the fence. */
  readonly info: string;
  readonly text: string;
  /** The comment before it, `<!-- not run: registry -->` without its dashes. */
  readonly mark: string | undefined;
  /** Whether readers see it. */
  readonly visibility: 'shown' | 'hidden';
}

/**
 * A fenced block, with the comment right before it; or a comment that has commands, which readers
 * don't see: it makes the state that the page speaks of.
 */
const BLOCK =
  /(?:^<!-- (?<mark>(?:not run|file): .*) -->\n\n?)?^(?<fence>```+)(?<info>.*)\n(?<text>[^]*?)^\k<fence>$|^<!-- run\n(?<hidden>[^]*?)^-->$/gm;

export function blocksOf(page: string): readonly Block[] {
  const source = readFileSync(join(root, page), 'utf8');
  return Array.from(source.matchAll(BLOCK), ({ index, groups = {} }) => {
    const { mark, info = 'sh', text, hidden } = groups;
    const line = source.slice(0, index).split('\n').length;
    const visibility = hidden === undefined ? 'shown' : 'hidden';
    return { line, info: info.trim(), text: text ?? hidden ?? '', mark, visibility };
  });
}
