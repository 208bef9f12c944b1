import type { Commands } from './command.ts';
import { helpAbout } from './help.ts';

/** Every command. The order is that of the help text. */
export const commands: Commands = new Map([
  ['start', async () => (await import('./start.ts')).start],
  ['contract', async () => (await import('./contract.ts')).contract],
  ['help', async () => helpAbout(commands)],
]);
