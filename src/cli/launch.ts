/** The executable. `flagbearer start` loads faster from a bundle that contains only this command. */
import module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { requireCompiled } from './compiled-file.ts';

const COMMAND_LINE = './command-line.js';
const START = './start.cjs';

// From version 22 on, Node has its own compile cache.
const enableCompileCache: unknown = Reflect.get(module, 'enableCompileCache');
const hasCompileCache = typeof enableCompileCache === 'function';
if (hasCompileCache) Reflect.apply(enableCompileCache, module, []);

const [, , command, ...args] = process.argv;
const isHelpRequested = args.some((arg) => arg === '--help' || arg === '-h');
const isStart = command === 'start' && !isHelpRequested;
if (!isStart) await import(COMMAND_LINE);
else if (hasCompileCache) createRequire(import.meta.url)(START);
else requireCompiled(fileURLToPath(new URL(START, import.meta.url)));
