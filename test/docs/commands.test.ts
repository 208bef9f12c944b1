/** Runs the commands of README.md and docs/, page by page, and compares their output with the page. */
import { describe, expect, it } from 'vitest';
import { matchesPage, replaceVaryingParts } from './page-output.ts';
import { parseBlocks, pages, type Block } from './pages.ts';
import { Terminal } from './terminal.ts';

interface Step {
  readonly block: Block;
  /** The next block, if it shows the output. */
  readonly output: Block | undefined;
}

const SHELLS = new Set(['sh', 'bash', 'console']);
const isShell = ({ info }: Block): boolean => SHELLS.has(info);
/** Returns the reason in the comment before a block that cannot run: `<!-- not run: takes minutes -->`. */
const getReasonNotToRun = ({ comment }: Block): string | undefined =>
  /^not run: (.*)$/.exec(comment ?? '')?.[1];

/** Returns the name of a file that a page shows: from the comment before it, or from its first line. */
function findFileName({ comment, text }: Block): string | undefined {
  return (
    /^file: (?<path>\S+)$/.exec(comment ?? '')?.groups?.['path'] ??
    /^(?:#|\/\/) (?<path>[\w./-]+\.(?:ya?ml|json|[cm]?[jt]s))(?=[;:,]|$)/m.exec(
      text.split('\n', 1)[0] ?? '',
    )?.groups?.['path']
  );
}

/** Pairs each block with the next block if that block shows the output. */
function listSteps(blocks: readonly Block[]): readonly Step[] {
  return blocks.map((block, index) => {
    const next = blocks[index + 1];
    const hasOutput = next !== undefined && isOutputOf(block, next);
    return { block, output: hasOutput ? next : undefined };
  });
}

/** Returns whether a block shows the output of the commands before it: the block has no language. */
function isOutputOf(commands: Block, { info, text, comment }: Block): boolean {
  const isOutput = info === '' && comment === undefined && !text.startsWith('$ ');
  return isShell(commands) && commands.visibility === 'shown' && isOutput;
}

/** Splits a block of commands such as `$ command`, each with its output. A final `\` continues a command. */
function splitTranscript({ block }: Step): readonly Step[] {
  const commands = block.text.split(/^\$ /m).slice(1);
  return commands.map((text) => {
    const [, command = '', output = ''] = /^((?:.*\\\n)*.*\n)([^]*)$/.exec(text) ?? [];
    return {
      block: { ...block, info: 'sh', text: command },
      output: { ...block, info: '', text: output },
    };
  });
}

const isTranscript = ({ info, text }: Block): boolean =>
  (info === '' || info === 'console') && text.startsWith('$ ');

/** To save time, `conform` runs only this check if the page does not show its output. */
const ONE_CHECK = '4.1.response';

async function runStep(terminal: Terminal, { block, output }: Step): Promise<void> {
  const { text, failedCommands } = await terminal.type(block.text, {
    isComplete: (printed) => output === undefined || matchesPage(output.text, printed),
    checks: output === undefined ? ONE_CHECK : '',
  });
  if (output === undefined) expect(failedCommands, `line ${block.line} prints:\n${text}`).toBe('');
  else if (matchesPage(output.text, text)) terminal.rememberIds(output.text, text);
  else {
    const message = `line ${output.line} does not show this output:\n${text}`;
    expect(replaceVaryingParts(text), message).toBe(replaceVaryingParts(output.text));
  }
}

const hasCommands = (page: string): boolean =>
  parseBlocks(page).some((block) => isShell(block) || isTranscript(block));

/** The pages that a new user reads first; all pages in the Vitest project `slow`, which sets FLAGBEARER_DOCS. */
const pagesToRun =
  process.env['FLAGBEARER_DOCS'] === 'all'
    ? pages.filter(hasCommands)
    : ['README.md', 'docs/start.md'];

describe.concurrent('the commands of', () => {
  it.each(pagesToRun)('%s succeed', { timeout: 120_000 }, async (page) => {
    await using terminal = await Terminal.open();
    for (const step of listSteps(parseBlocks(page))) {
      const { block } = step;
      if (getReasonNotToRun(block) !== undefined) continue;
      const name = findFileName(block);
      if (name !== undefined) await terminal.write(name, block.text);
      else if (isTranscript(block)) {
        for (const part of splitTranscript(step)) await runStep(terminal, part);
      } else if (isShell(block)) await runStep(terminal, step);
    }
  });
});

describe('commands that are not run', () => {
  it('have only known reasons, and each reason in the expected number of blocks', () => {
    const reasons = new Map<string, number>();
    for (const page of pages) {
      for (const block of parseBlocks(page)) {
        const reason = getReasonNotToRun(block);
        if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
    }
    expect(Object.fromEntries(reasons)).toEqual({
      'needs the package registry': 7,
      'needs the previous block': 1,
      'listens on all network interfaces': 1,
      'needs a device': 2,
      'needs openapi-typescript (test/cli/contract runs it)': 1,
      'needs PostgreSQL (test/engines runs it)': 1,
      'needs Prism (test/cli/mock.test.ts runs it)': 1,
      'needs manual stops and starts (test/cli/start-store.test.ts runs it)': 4,
      'takes minutes': 2,
    });
  });

  it('access the package registry only through a package manager', () => {
    for (const page of pages) {
      const blocks = parseBlocks(page).filter(
        (block) => getReasonNotToRun(block) === 'needs the package registry',
      );
      for (const { line, text } of blocks) {
        for (const command of text.trim().split('\n'))
          expect(command, `${page}:${line}`).toMatch(/^(?:npm|pnpm|yarn|bun)\b/);
      }
    }
  });
});
