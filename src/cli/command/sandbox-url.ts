import { loadSetting } from '../../config.ts';
import { sandboxUrl } from '../../config/setting.ts';
import type { Operands } from './command.ts';

/** The sandbox that a command is about, as its operand. */
export const sandboxOperand: Operands = { word: 'URL', least: 0, most: 1, setting: sandboxUrl };

/** The operand, else the variable FLAGBEARER_URL, else the usual address. @throws ConfigError */
export function chosenSandboxUrl([url]: readonly string[]): string {
  return String(loadSetting(sandboxUrl, url));
}
