/** Capitalizes a text and adds a full stop. A name at the start, such as `accounts[a]`, is not capitalized. */
export function toSentence(text: string): string {
  const isField = /^[a-z]+(?:[A-Z[]|\.[a-z])/.test(text);
  const capitalized = isField ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}
