/** Returns a reason as a sentence, unless it starts with a name such as `accounts[a]`. */
export function toSentence(text: string): string {
  const isField = /^[a-z]+(?:[A-Z[]|\.[a-z])/.test(text);
  const begun = isField ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
