import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { helpOn } from '../../src/cli/text/help-text.ts';
import { readCommandLine } from '../../src/cli/command/command-line.ts';
import { loadCommand } from '../../src/cli/command/load-command.ts';

const all = await Promise.all([...commands.values()].map((load) => load()));

describe.each(all)('the page of $name', (command) => {
  it('has examples, each of which is a command line that can be read', async () => {
    expect(command.examples.length).toBeGreaterThan(0);
    for (const { line } of command.examples) {
      // What stands behind is for the shell.
      const words = line
        .replace(/^source <\((.*)\)$/, '$1')
        .replace(/ > .*$/, '')
        .split(' ');
      expect(words.shift()).toBe('flagbearer');
      const { command: found, rest } = await loadCommand(commands, words);
      expect(`${found.name} `).toContain(`${command.name} `);
      expect(() => readCommandLine(found, rest)).not.toThrow();
    }
  });

  it('fits a narrow terminal', () => {
    for (const line of helpOn(command).split('\n')) {
      if (!line.startsWith('  flagbearer')) expect(line.length).toBeLessThanOrEqual(90);
    }
  });
});
