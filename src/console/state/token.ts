/** The control token, if the sandbox requires one: in the session storage of this tab only. */
import { signal } from '@preact/signals';

const KEY = 'flagbearer.controlToken';

/** Whether the user must enter the token: it is missing or was wrong. */
export const tokenState = signal<'none' | 'missing' | 'wrong'>('none');

export function getControlToken(): string | null {
  return sessionStorage.getItem(KEY);
}

export function setControlToken(token: string): void {
  sessionStorage.setItem(KEY, token);
  tokenState.value = 'none';
}

/** Prompts for the token, which is missing or was refused. */
export function askForToken(): void {
  tokenState.value = getControlToken() === null ? 'missing' : 'wrong';
}
