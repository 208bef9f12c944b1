/** Long texts in evidence: their beginning, and how long they were. */
import { ownCopy } from './own-copy.ts';

/**
 * A text of so many characters at most; a longer one ends in `… (12345 characters)`.
 *
 * @param length of the whole, where the text is its beginning only
 */
export function cutText(text: string, most: number, length = text.length): string {
  if (text.length <= most && text.length === length) return text;
  return `${ownCopy(text.slice(0, most))}… (${length} characters)`;
}

/** Whether something was cut off. */
export function isCut(text: string): boolean {
  return /… \(\d+ characters\)$/.test(text);
}
