/** Compares a phoneMask with the number (§2.4, §2.5). */

const SHOWN = 4;

/** A country code has three digits at most (ITU-T E.164). */
const LONGEST_COUNTRY_CODE = 3;

export type MaskProblem =
  'not a string' | 'wrong last four digits' | 'the whole number' | 'more than four digits';

/** Returns how a mask breaks the rule; null if it does not. */
export function findMaskProblem(mask: unknown, phoneNumber: string): MaskProblem | null {
  if (typeof mask !== 'string') return 'not a string';
  const shown = getDigits(mask);
  if (!shown.endsWith(getDigits(phoneNumber).slice(-SHOWN))) return 'wrong last four digits';
  if (showsWholeNumber(mask, phoneNumber)) return 'the whole number';
  return showsMoreThanFour(mask, phoneNumber) ? 'more than four digits' : null;
}

/** Returns whether the mask has more than four digits. */
export function showsMoreDigits(mask: string): boolean {
  return getDigits(mask).length > SHOWN;
}

/** Returns whether the mask shows all digits; without a character that hides digits, all but a country code. */
function showsWholeNumber(mask: string, phoneNumber: string): boolean {
  const number = getDigits(phoneNumber);
  const shown = getDigits(mask);
  // A short number has hardly more than the four digits that may be shown.
  const isNearlyWhole =
    shown.length > SHOWN && shown.length >= number.length - LONGEST_COUNTRY_CODE;
  const hidesNothing = /^[\d\s().+/-]*$/.test(mask);
  return shown.endsWith(number) || (hidesNothing && isNearlyWhole);
}

/** Returns whether the digits directly before the last four are shown, too. */
function showsMoreThanFour(mask: string, phoneNumber: string): boolean {
  const end = getDigits(/\d[\d\s().-]*$/.exec(mask)?.[0] ?? '');
  return end.length > SHOWN && getDigits(phoneNumber).endsWith(end);
}

export function getDigits(text: string): string {
  return text.replaceAll(/\D/g, '');
}
