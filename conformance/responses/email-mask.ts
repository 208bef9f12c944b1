/** Matches `x` as a mask character, instead of `*`. */
const FILLER = /^x+$/;
const FILLER_IN_LABEL = /x{2,}/;

/** Minimum length of a local part of which a mask must hide more than one character. */
const MIN_LOCAL_PART = 5;

/** Returns whether the mask shows another domain (§2.6); labels may be truncated or masked. */
export function showsAnotherDomain(mask: string, emailAddress: string): boolean {
  const shownPart = parseDomain(mask);
  if (shownPart === null || !/^[a-z\d.-]+$/.test(shownPart)) return false;
  const labels = (parseDomain(emailAddress) ?? '').split('.');
  const isOfAddress = (part: string) =>
    labels.some((label) => label.startsWith(part) || label.endsWith(part) || isMaskOf(part, label));
  return shownPart.split('.').some((part) => !FILLER.test(part) && !isOfAddress(part));
}

/** Returns whether a part such as `mxxx` masks the label with `x`. */
function isMaskOf(part: string, label: string): boolean {
  const [start = '', end, ...others] = part.split(FILLER_IN_LABEL);
  return end !== undefined && others.length === 0 && label.startsWith(start) && label.endsWith(end);
}

function parseDomain(text: string): string | null {
  const offset = text.lastIndexOf('@');
  return offset === -1 ? null : text.slice(offset + 1).toLowerCase();
}

/** Returns whether the mask starts with other characters than the address. */
export function showsAnotherLocalPart(mask: string, emailAddress: string): boolean {
  const shownPart = /^([a-z\d]+)[*•.…_-]+/.exec(mask.toLowerCase())?.[1];
  if (shownPart === undefined || FILLER.test(shownPart)) return false;
  return !emailAddress.toLowerCase().startsWith(shownPart);
}

/** Returns whether the mask hides at most one character; short addresses are exempt. */
export function hidesAtMostOneCharacter(mask: string, emailAddress: string): boolean {
  if (emailAddress.indexOf('@') < MIN_LOCAL_PART) return false;
  const hidden = emailAddress.split('').filter((character, offset) => mask[offset] !== character);
  return mask.length === emailAddress.length && hidden.length <= 1;
}
