/** Returns `340 ms`, `12.3 s` or `2 min 5 s`. */
export function formatReadableDuration(milliseconds: number): string {
  if (Math.round(milliseconds) < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 100) / 10;
  if (seconds < 60) return `${seconds} s`;
  const total = Math.round(milliseconds / 1000);
  const remainder = total % 60;
  return `${Math.floor(total / 60)} min${remainder === 0 ? '' : ` ${remainder} s`}`;
}

/** Returns `2026-01-15 10:00:00 UTC`. */
export function formatInstant(iso: string): string {
  return iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
}
