/** Long texts in evidence: their beginning, and how long they were. */
import { ownCopy } from './own-copy.ts';

/**
 * Returns a text of limited length; a longer one ends in `… (12345 characters)`.
 *
 * @param length of the whole, if the text is only its beginning
 */
export function cutText(text: string, most: number, length = text.length): string {
  if (text.length <= most && text.length === length) return text;
  return `${ownCopy(text.slice(0, most))}… (${length} characters)`;
}

/** Whether something was cut off. */
export function isCut(text: string): boolean {
  return /… \(\d+ characters\)$/.test(text);
}
