/** Preloaded into a process: collects garbage continuously, to reveal objects that are collected too early. */
let allocated = [];

setInterval(() => {
  for (let count = 0; count < 2000; count += 1) allocated.push({ filled: Array(50).fill(count) });
  if (allocated.length > 20_000) allocated = [];
  globalThis.gc?.();
}, 10).unref();
