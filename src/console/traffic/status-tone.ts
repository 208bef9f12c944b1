import type { Tone } from '../parts/badge.tsx';

/** How a response with that status looks; undefined for none. */
export function statusTone(status: number | undefined): Tone {
  if (status === undefined) return 'plain';
  if (status < 300) return 'good';
  return status < 500 ? 'warn' : 'bad';
}
