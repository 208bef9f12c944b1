import type { Dialect } from './dialect.ts';

/** Returns the names of the properties that contain the user object in a user read, outermost first. */
export function listEnvelopes({ user: { envelope } }: Pick<Dialect, 'user'>): readonly string[] {
  return envelope === 'none' ? [] : envelope.split('.');
}
