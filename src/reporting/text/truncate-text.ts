/**
 * Returns a text of limited length; a longer text ends in `… (12345 characters)`. No surrogate pair is split.
 *
 * @param fullLength length of the original, of which `text` may be only the start
 */
export function truncateText(text: string, maxLength: number, fullLength = text.length): string {
  if (text.length <= maxLength && text.length === fullLength) return text;
  // A slice would keep the whole text in memory (V8), a copy does not.
  const copy = Buffer.from(text.slice(0, maxLength), 'utf16le').toString('utf16le');
  const start = copy.replace(/[\uD800-\uDBFF]$/, '');
  return `${start}… (${fullLength} characters)`;
}

export function isTruncated(text: string): boolean {
  return /… \(\d+ characters\)$/.test(text);
}
