/**
 * Returns a text of limited length; a longer one ends in `… (12345 characters)`, the length of the whole. No
 * surrogate pair is split.
 */
export function truncateText(text: string, maxLength: number, length = text.length): string {
  if (text.length <= maxLength && text.length === length) return text;
  // A slice would keep the whole text in memory (V8), a copy does not.
  const copy = Buffer.from(text.slice(0, maxLength), 'utf16le').toString('utf16le');
  const start = copy.replace(/[\uD800-\uDBFF]$/, '');
  return `${start}… (${length} characters)`;
}

export function isTruncated(text: string): boolean {
  return /… \(\d+ characters\)$/.test(text);
}
