/** Derives invalid secrets that are similar to the valid secret (§2.1); reports must mask them. */

export function truncateSecret(secret: string): string {
  return secret.slice(0, -1);
}

/** Returns the secret with the case of each letter inverted; unchanged if it has no letters. */
export function swapCase(secret: string): string {
  return secret.replaceAll(/[a-z]/gi, (letter) => {
    const upper = letter.toUpperCase();
    return letter === upper ? letter.toLowerCase() : upper;
  });
}

export function changeLastCharacter(secret: string): string {
  return `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
}
