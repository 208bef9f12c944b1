/** Stores the control token, if the sandbox requires one, in the session storage of this tab. */
import { signal } from '@preact/signals';

const KEY = 'flagbearer.controlToken';

/** Why the user must enter the token; null if no token is needed. */
export const tokenProblem = signal<'missing' | 'wrong' | null>(null);

export function getControlToken(): string | null {
  return sessionStorage.getItem(KEY);
}

export function setControlToken(token: string): void {
  sessionStorage.setItem(KEY, token);
  tokenProblem.value = null;
}

/** Opens the token dialog after a request without a token or with a wrong token. */
export function askForToken(): void {
  tokenProblem.value = getControlToken() === null ? 'missing' : 'wrong';
}
