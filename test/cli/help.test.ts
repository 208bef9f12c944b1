import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { loadCommands } from '../../src/cli/command/load-commands.ts';
import { PAGE_WIDTH } from '../../src/cli/text/text-table.ts';
import { runCommandLine } from '../../src/cli/command/program.ts';
import { runFlagbearer } from './run-flagbearer.ts';

const allCommands = await Promise.all([...commands.values()].map((load) => load()));

describe.each(allCommands)('the help page of $name', (command) => {
  it('has examples that parse as valid command lines', async () => {
    expect(command.examples.length).toBeGreaterThan(0);
    for (const { line } of command.examples) {
      const withoutRedirection = line.replace(/ > .*$/, '');
      const [program, ...args] = withoutRedirection.split(' ');
      expect(program).toBe('flagbearer');
      const commandNames: string[] = [];
      await runCommandLine(await loadCommands(args), args, async ({ name }) => {
        commandNames.push(name);
      });
      expect(commandNames).toEqual([expect.stringContaining(command.name)]);
    }
  });

  it('fits a narrow terminal', async () => {
    const { stdout } = await runFlagbearer(['help', ...command.name.split(' ')]);
    expect(stdout).toContain(`Usage: flagbearer ${command.name} `);
    for (const line of stdout.split('\n')) {
      if (!line.startsWith('  flagbearer')) expect(line.length).toBeLessThanOrEqual(PAGE_WIDTH);
    }
  });
});
