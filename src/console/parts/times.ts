/** Formats times and counts. Times of a workspace are shown in UTC. */

/** Returns `2026-01-15 10:00:00` */
export function formatInstant(time: string | number): string {
  const iso = new Date(time).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** Returns `10:00:00.000` */
export function formatTime(time: string): string {
  return new Date(time).toISOString().slice(11, 23);
}

/** Returns `9 min 5 s`, for milliseconds; `0 s` if negative. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const parts = [
    { unit: 'd', count: Math.floor(seconds / 86_400) },
    { unit: 'h', count: Math.floor(seconds / 3600) % 24 },
    { unit: 'min', count: Math.floor(seconds / 60) % 60 },
    { unit: 's', count: seconds % 60 },
  ];
  const first = parts.findIndex(({ count }) => count > 0);
  if (first === -1) return '0 s';
  const units = parts.slice(first, first + 2).filter(({ count }) => count > 0);
  return units.map(({ unit, count }) => `${count} ${unit}`).join(' ');
}

/** Returns `1 user`, `100,000 users` */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
}
