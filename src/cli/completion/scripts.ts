/** Completion scripts, made from the commands themselves. */
import { bash } from './bash.ts';
import { fish } from './fish.ts';
import { zsh } from './zsh.ts';

export const writers = { bash, zsh, fish } as const;
