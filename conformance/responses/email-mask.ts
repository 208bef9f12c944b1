/** What an emailMask shows of the address (§2.6). */

/** What hides letters in place of stars. */
const FILLER = /^x+$/;

/**
 * Whether the mask shows a domain that the address does not have. A label may be cut short, and may
 * be hidden by anything but other letters.
 */
export function showsAnotherDomain(mask: string, emailAddress: string): boolean {
  const shown = domainOf(mask);
  if (shown === null || !/^[a-z\d.-]+$/.test(shown)) return false;
  const labels = (domainOf(emailAddress) ?? '').split('.');
  return shown
    .split('.')
    .some(
      (part) =>
        !FILLER.test(part) &&
        !labels.some((label) => label.startsWith(part) || label.endsWith(part)),
    );
}

/** Returns the domain in lower case. */
function domainOf(text: string): string | null {
  const at = text.lastIndexOf('@');
  return at === -1 ? null : text.slice(at + 1).toLowerCase();
}

/** Whether the mask begins with letters that the address does not begin with, before what hides the rest. */
export function showsAnotherLocalPart(mask: string, emailAddress: string): boolean {
  const shown = /^([a-z\d]+)[*•.…_-]+/.exec(mask.toLowerCase())?.[1];
  if (shown === undefined || FILLER.test(shown)) return false;
  return !emailAddress.toLowerCase().startsWith(shown);
}
