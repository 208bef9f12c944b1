/** Returns a count with its noun: `1 user`, `2 users`, `no users`. */
export function pluralize(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;
}
