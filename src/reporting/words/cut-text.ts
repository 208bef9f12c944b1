/** Long texts in evidence: their beginning, and how long they were. */

/** A text of so many characters at most; a longer one ends in `… (12345 characters)`. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
}

/** Whether something was cut off. */
export function isCut(text: string): boolean {
  return /… \(\d+ characters\)$/.test(text);
}
