import { randomBytes } from 'node:crypto';

/** Makes ids of requests: a part drawn for the process, which other replicas don't have, and a count. */
export function requestIds(): () => string {
  const process = randomBytes(6).toString('hex');
  let calls = 0;
  return () => `${process}-${++calls}`;
}
