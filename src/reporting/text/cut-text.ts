/** Returns a text of limited length; a longer one ends in `… (12345 characters)`, the length of the whole. */
export function cutText(text: string, most: number, length = text.length): string {
  if (text.length <= most && text.length === length) return text;
  // A slice would keep the whole text in memory (V8), a copy does not.
  const start = Buffer.from(text.slice(0, most), 'utf16le').toString('utf16le');
  return `${start}… (${length} characters)`;
}

export function isCut(text: string): boolean {
  return /… \(\d+ characters\)$/.test(text);
}
