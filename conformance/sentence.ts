/** A reason as a sentence of its own; a field keeps its name where it is the first word. */
export function sentence(text: string): string {
  const isField = /^[a-z]+[A-Z]/.test(text);
  const begun = isField ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
