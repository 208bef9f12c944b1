/** The control token, if the sandbox requires one: in the session storage of this tab only. */
import { signal } from '@preact/signals';

const KEY = 'flagbearer.controlToken';

/** Whether the user must enter the token: it is missing or was wrong. */
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
