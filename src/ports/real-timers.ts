/** Time and timers, captured at import: fake timers of a test do not affect a sandbox in the same process. */
import timers from 'node:timers';
import promises from 'node:timers/promises';

export const { setImmediate, setInterval, setTimeout } = timers;
export const { setTimeout: sleep } = promises;

/** Milliseconds since 1970-01-01T00:00:00Z. */
export const getTime = Date.now.bind(Date);
/** Monotonic time, in milliseconds. */
export const getMonotonicTime = performance.now.bind(performance);
