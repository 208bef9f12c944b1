/**
 * Runs every command of README.md and docs/, page by page, and compares its output with the page. A comment
 * before a block that cannot run says why; such blocks are counted.
 */
import { describe, expect, it } from 'vitest';
import { isShown, replaceVarying } from './as-printed.ts';
import { parseBlocks, pages, type Block } from './pages.ts';
import { Terminal } from './terminal.ts';

interface Step {
  readonly block: Block;
  /** The block with its output, if the page has one. */
  readonly shown: Block | undefined;
}

const SHELLS = new Set(['sh', 'bash', 'console']);
const isShell = ({ info }: Block): boolean => SHELLS.has(info);
const getReasonNotToRun = ({ mark }: Block): string | undefined =>
  /^not run: (.*)$/.exec(mark ?? '')?.[1];

/** A file that a page shows has its name in the comment before it, or in its first line. */
function findFileName({ mark, text }: Block): string | undefined {
  return (
    /^file: (?<path>\S+)$/.exec(mark ?? '')?.groups?.['path'] ??
    /^(?:#|\/\/) (?<path>[\w./-]+\.(?:ya?ml|json|[cm]?[jt]s))(?=[;:,]|$)/m.exec(
      text.split('\n', 1)[0] ?? '',
    )?.groups?.['path']
  );
}

/** The steps of a page, in order. */
function listSteps(blocks: readonly Block[]): readonly Step[] {
  return blocks.map((block, index) => {
    const next = blocks[index + 1];
    const shown = next !== undefined && showsOutput(block, next) ? next : undefined;
    return { block, shown };
  });
}

/** A block without a language, directly after the commands. */
function showsOutput(commands: Block, { info, text, mark }: Block): boolean {
  const isOutput = info === '' && mark === undefined && !text.startsWith('$ ');
  return isShell(commands) && commands.visibility === 'shown' && isOutput;
}

/** `$ command` and its output in one block. */
function splitTranscript({ block }: Step): readonly Step[] {
  const commands = block.text.split(/^\$ /m).slice(1);
  return commands.map((text) => {
    const [, command = '', output = ''] = /^((?:.*\\\n)*.*\n)([^]*)$/.exec(text) ?? [];
    const as = (info: string, part: string): Block => ({ ...block, info, text: part });
    return { block: as('sh', command), shown: as('', output) };
  });
}

const isTranscript = ({ info, text }: Block): boolean =>
  (info === '' || info === 'console') && text.startsWith('$ ');

/** Runs only one check if the page does not show the verdicts of a conformance run. */
const ONE_CHECK = '4.1.response';

async function follow(terminal: Terminal, { block, shown }: Step): Promise<void> {
  const { text, failed } = await terminal.type(block.text, {
    isWhole: (printed) => shown === undefined || isShown(shown.text, printed),
    checks: shown === undefined ? ONE_CHECK : '',
  });
  if (shown === undefined) expect(failed, `line ${block.line} prints:\n${text}`).toBe('');
  else if (isShown(shown.text, text)) terminal.learnIds(shown.text, text);
  else {
    // Both whole, so that a difference shows.
    const message = `line ${shown.line} shows something else than:\n${text}`;
    expect(replaceVarying(text), message).toBe(replaceVarying(shown.text));
  }
}

/** The first commands of a new user; those of all other pages take half a minute: `npx vitest run --project slow test/docs`. */
const FIRST_PAGES = ['README.md', 'docs/start.md'];
const run =
  process.env['FLAGBEARER_DOCS'] === 'all'
    ? pages.filter((page) =>
        parseBlocks(page).some((block) => isShell(block) || isTranscript(block)),
      )
    : FIRST_PAGES;

describe.concurrent('the commands of', () => {
  it.each(run)('%s succeed', { timeout: 120_000 }, async (page) => {
    await using terminal = await Terminal.open();
    for (const step of listSteps(parseBlocks(page))) {
      const { block } = step;
      if (getReasonNotToRun(block) !== undefined) continue;
      const name = findFileName(block);
      if (name !== undefined) await terminal.write(name, block.text);
      else if (isTranscript(block)) {
        for (const each of splitTranscript(step)) await follow(terminal, each);
      } else if (isShell(block)) await follow(terminal, step);
    }
  });
});

describe('commands that are not run', () => {
  it('are counted by reason', () => {
    const reasons = new Map<string, number>();
    for (const page of pages) {
      for (const block of parseBlocks(page)) {
        const reason = getReasonNotToRun(block);
        if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
    }
    expect(Object.fromEntries(reasons)).toEqual({
      'it asks the package registry': 7,
      'it follows from the block before': 1,
      'it listens beyond this machine': 1,
      'it needs a device': 2,
      'it needs openapi-typescript beside it (test/cli/contract runs it)': 1,
      'it needs PostgreSQL (test/engines runs it)': 1,
      'it needs Prism beside it (test/cli/mock.test.ts runs it)': 1,
      'it stops and starts by hand (test/cli/start-store.test.ts runs it)': 4,
      'it takes minutes': 2,
    });
  });

  it('only package managers access the package registry', () => {
    for (const page of pages) {
      for (const { line, text, ...block } of parseBlocks(page).filter(
        (each) => getReasonNotToRun(each) === 'it asks the package registry',
      )) {
        const commands = text.trim().split('\n');
        for (const command of commands) {
          expect(command, `${page}:${line} ${block.info}`).toMatch(/^(?:npm|pnpm|yarn|bun)\b/);
        }
      }
    }
  });
});
