import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { loadCommands } from '../../src/cli/command/load-commands.ts';
import { runCommandLine } from '../../src/cli/command/program.ts';
import { runFlagbearer } from './flagbearer.ts';

const all = await Promise.all([...commands.values()].map((load) => load()));

describe.each(all)('the help page of $name', (command) => {
  it('has examples that parse as valid command lines', async () => {
    expect(command.examples.length).toBeGreaterThan(0);
    for (const { line } of command.examples) {
      // The part after it is shell syntax.
      const [program, ...args] = line.replace(/ > .*$/, '').split(' ');
      expect(program).toBe('flagbearer');
      const named: string[] = [];
      await runCommandLine(await loadCommands(args), args, async ({ name }) => {
        named.push(name);
      });
      expect(named).toEqual([expect.stringContaining(command.name)]);
    }
  });

  it('fits a narrow terminal', async () => {
    const { stdout } = await runFlagbearer(['help', ...command.name.split(' ')]);
    expect(stdout).toContain(`Usage: flagbearer ${command.name} `);
    for (const line of stdout.split('\n')) {
      if (!line.startsWith('  flagbearer')) expect(line.length).toBeLessThanOrEqual(90);
    }
  });
});
