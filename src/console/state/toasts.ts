import { signal } from '@preact/signals';

export interface Toast {
  readonly id: number;
  /** `good` for a success, `bad` for an error. */
  readonly tone: 'good' | 'bad';
  readonly text: string;
  readonly action?: { readonly label: string; run(): unknown } | undefined;
}

/** Display time in milliseconds: `long` for errors and toasts with an action. */
const DURATION = { short: 5000, long: 12_000 };

const MAX_TOASTS = 3;

let lastId = 0;

export const toasts = signal<readonly Toast[]>([]);

export function notify(text: string, action?: Toast['action']): void {
  show({ tone: 'good', text, action }, action === undefined ? DURATION.short : DURATION.long);
}

export function notifyFailure(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  show({ tone: 'bad', text }, DURATION.long);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

function show(toast: Omit<Toast, 'id'>, duration: number): void {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value, { id, ...toast }].slice(-MAX_TOASTS);
  setTimeout(() => dismiss(id), duration);
}
