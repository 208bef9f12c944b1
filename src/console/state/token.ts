/** The control token, if the sandbox requires one: in the session storage of this tab only. */
import { signal } from '@preact/signals';

const KEY = 'flagbearer.controlToken';

/** Why the user must enter the token; null if they need not. */
export const tokenProblem = signal<'missing' | 'wrong' | null>(null);

export function getControlToken(): string | null {
  return sessionStorage.getItem(KEY);
}

export function setControlToken(token: string): void {
  sessionStorage.setItem(KEY, token);
  tokenProblem.value = null;
}

/** Prompts for the token, which is missing or was refused. */
export function askForToken(): void {
  tokenProblem.value = getControlToken() === null ? 'missing' : 'wrong';
}
