/** Short notes on what has just happened, with a way back where there is one. */
import { signal } from '@preact/signals';

export interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'failed';
  readonly text: string;
  readonly action?: { readonly label: string; run(): unknown } | undefined;
}

/** How long a note stays, in milliseconds: one with a way back, or of a failure, stays longer. */
const STAY = { short: 5000, long: 12_000 };

let lastId = 0;

export const toasts = signal<readonly Toast[]>([]);

export function notify(text: string, action?: Toast['action']): void {
  show({ kind: 'done', text, action }, action === undefined ? STAY.short : STAY.long);
}

export function notifyFailure(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  show({ kind: 'failed', text }, STAY.long);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

function show(toast: Omit<Toast, 'id'>, stay: number): void {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value.slice(-2), { id, ...toast }];
  setTimeout(() => dismiss(id), stay);
}
