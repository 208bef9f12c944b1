/** Preloaded into a process: allocates continuously, and collects garbage. */
let kept = [];

setInterval(() => {
  for (let count = 0; count < 2000; count += 1) kept.push({ filled: Array(50).fill(count) });
  if (kept.length > 20_000) kept = [];
  globalThis.gc?.();
}, 10).unref();
