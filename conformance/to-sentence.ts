/** Capitalizes a text, unless it starts with a name such as `accounts[a]`, and adds a full stop. */
export function toSentence(text: string): string {
  const isField = /^[a-z]+(?:[A-Z[]|\.[a-z])/.test(text);
  const capitalized = isField ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}
