import { loadSetting } from '../../config.ts';
import { sandboxUrl } from '../../config/setting.ts';
import type { Operands } from './command.ts';

export const sandboxOperand: Operands = { placeholder: 'URL', min: 0, max: 1, setting: sandboxUrl };

/** Returns the operand, else FLAGBEARER_URL, else the default URL. @throws ConfigError */
export async function readSandboxUrl([url]: readonly string[]): Promise<string> {
  return String(await loadSetting(sandboxUrl, url));
}
