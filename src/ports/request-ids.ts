import { randomBytes } from 'node:crypto';

/** Creates ids of requests: a random part for the process, different on each replica, and a counter. */
export function createRequestIds(): () => string {
  const prefix = randomBytes(6).toString('hex');
  let count = 0;
  return () => `${prefix}-${++count}`;
}
