/** The control token, for a sandbox that asks for one: in the storage of this tab, and nowhere else. */
import { signal } from '@preact/signals';

const KEY = 'flagbearer.controlToken';

/** Whether somebody has to type the token in: nothing was given yet, or it was wrong. */
export const tokenNeed = signal<'none' | 'missing' | 'wrong'>('none');

export function controlToken(): string | null {
  return sessionStorage.getItem(KEY);
}

export function giveToken(token: string): void {
  sessionStorage.setItem(KEY, token);
  tokenNeed.value = 'none';
}

/** The sandbox has refused the token, or there was none. */
export function askForToken(): void {
  tokenNeed.value = controlToken() === null ? 'missing' : 'wrong';
}
