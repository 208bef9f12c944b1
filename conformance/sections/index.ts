/** Every section of checks, in the order of the interface. */
import type { Section } from '../define-check.ts';
import { start } from './4.1-cryptoWallet-start.check.ts';

export const sections: readonly Section[] = [start];
