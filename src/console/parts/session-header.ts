import type { Dialect } from '../../dialect/dialect.ts';

/** Returns the header that carries a session (§5.8): its lower-case name, and the text before the session. */
export function getSessionHeader(sentIn: Dialect['session']['sentIn']) {
  if (sentIn === 'authorization') return { name: 'authorization', prefix: 'Bearer ' };
  return 'header' in sentIn
    ? { name: sentIn.header.toLowerCase(), prefix: '' }
    : { name: 'cookie', prefix: `${sentIn.cookie}=` };
}
