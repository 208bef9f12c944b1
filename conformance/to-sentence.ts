/**
 * Returns a reason as a sentence; the name of a field or setting at the start, such as
 * `accounts[a]`, is unchanged.
 */
export function toSentence(text: string): string {
  const isField = /^[a-z]+(?:[A-Z[]|\.[a-z])/.test(text);
  const begun = isField ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
