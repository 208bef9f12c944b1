/** Returns a copy of the text: a slice would keep the whole original in memory (V8). */
export function ownCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
