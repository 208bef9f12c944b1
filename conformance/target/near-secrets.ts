/** Invalid secrets that are nearly valid (§2.1); reports must not show them. */

export function beginningOf(secret: string): string {
  return secret.slice(0, -1);
}

/** Each letter in the other case; the secret itself where it has no letters. */
export function inOtherCase(secret: string): string {
  return secret.replaceAll(/[a-z]/gi, (letter) => {
    const upper = letter.toUpperCase();
    return letter === upper ? letter.toLowerCase() : upper;
  });
}

/** The secret with another last character. */
export function withOtherEnd(secret: string): string {
  return `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
}
