/** Matches `x` as a mask character, instead of `*`. */
const FILLER = /^x+$/;

/** Returns whether the mask shows another domain (§2.6); labels may be truncated or masked. */
export function showsAnotherDomain(mask: string, emailAddress: string): boolean {
  const shown = parseDomain(mask);
  if (shown === null || !/^[a-z\d.-]+$/.test(shown)) return false;
  const labels = (parseDomain(emailAddress) ?? '').split('.');
  return shown
    .split('.')
    .some(
      (part) =>
        !FILLER.test(part) &&
        !labels.some((label) => label.startsWith(part) || label.endsWith(part)),
    );
}

function parseDomain(text: string): string | null {
  const at = text.lastIndexOf('@');
  return at === -1 ? null : text.slice(at + 1).toLowerCase();
}

/** Returns whether the mask starts with other characters than the address. */
export function showsAnotherLocalPart(mask: string, emailAddress: string): boolean {
  const shown = /^([a-z\d]+)[*•.…_-]+/.exec(mask.toLowerCase())?.[1];
  if (shown === undefined || FILLER.test(shown)) return false;
  return !emailAddress.toLowerCase().startsWith(shown);
}

/** Returns whether the mask hides only one character; short addresses are exempt. */
export function hidesOneCharacter(mask: string, emailAddress: string): boolean {
  if (emailAddress.indexOf('@') < MIN_LOCAL_PART) return false;
  const hidden = emailAddress.split('').filter((character, at) => mask[at] !== character);
  return mask.length === emailAddress.length && hidden.length <= 1;
}

const MIN_LOCAL_PART = 5;
