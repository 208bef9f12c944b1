/** Compares a phoneMask with the number (§2.4, §2.5). */

const VISIBLE_DIGITS = 4;

/** A country code has three digits at most (ITU-T E.164). */
const MAX_COUNTRY_CODE_LENGTH = 3;

export type MaskProblem =
  'not a string' | 'wrong last four digits' | 'the whole number' | 'more than four digits';

export function findMaskProblem(mask: unknown, phoneNumber: string): MaskProblem | null {
  if (typeof mask !== 'string') return 'not a string';
  const maskDigits = getDigits(mask);
  if (!maskDigits.endsWith(getDigits(phoneNumber).slice(-VISIBLE_DIGITS)))
    return 'wrong last four digits';
  if (showsWholeNumber(mask, phoneNumber)) return 'the whole number';
  return showsDigitsBeforeLastFour(mask, phoneNumber) ? 'more than four digits' : null;
}

export function hasMoreThanFourDigits(mask: string): boolean {
  return getDigits(mask).length > VISIBLE_DIGITS;
}

/** Returns whether the mask shows the whole number, or hides nothing and only omits the country code. */
function showsWholeNumber(mask: string, phoneNumber: string): boolean {
  const number = getDigits(phoneNumber);
  const maskDigits = getDigits(mask);
  // A mask with only the last four digits is correct, even for a number of five to seven digits.
  const isNearlyWhole =
    maskDigits.length > VISIBLE_DIGITS &&
    maskDigits.length >= number.length - MAX_COUNTRY_CODE_LENGTH;
  const hidesNothing = /^[\d\s().+/-]*$/.test(mask);
  return maskDigits.includes(number) || (hidesNothing && isNearlyWhole);
}

/** Returns whether the digits directly before the last four are shown, too. */
function showsDigitsBeforeLastFour(mask: string, phoneNumber: string): boolean {
  const lastDigits = getDigits(/\d[\d\s().-]*$/.exec(mask)?.[0] ?? '');
  return lastDigits.length > VISIBLE_DIGITS && getDigits(phoneNumber).endsWith(lastDigits);
}

export function getDigits(text: string): string {
  return text.replaceAll(/\D/g, '');
}
