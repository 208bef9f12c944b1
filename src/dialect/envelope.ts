/** The properties that contain the user object in a user read (dialect: user.envelope). */
import type { Dialect } from './dialect.ts';

/** Returns the names of the properties, outermost first; empty without an envelope. */
export function listEnvelopes({ user: { envelope } }: Dialect): readonly string[] {
  return envelope === 'none' ? [] : envelope.split('.');
}
