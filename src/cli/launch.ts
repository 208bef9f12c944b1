/** The executable. It loads the command line, from one file where the sandbox is to start. */
import module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { requireCompiled } from './compiled-file.ts';

const COMMAND_LINE = './command-line.js';
const START = './start.cjs';

// From version 22 on, Node has its own compile cache.
const enableCompileCache: unknown = Reflect.get(module, 'enableCompileCache');
const keepsCompiled = typeof enableCompileCache === 'function';
if (keepsCompiled) Reflect.apply(enableCompileCache, module, []);

const [, , command, ...words] = process.argv;
const starts = command === 'start' && !words.some((word) => word === '--help' || word === '-h');
if (!starts) await import(COMMAND_LINE);
else if (keepsCompiled) createRequire(import.meta.url)(START);
else requireCompiled(fileURLToPath(new URL(START, import.meta.url)));
