/** Detects predictable one-time passwords. A false positive is less likely than one in a million. */
import { groupBy } from '../../src/reporting/text/group-by.ts';

export interface SentCode {
  readonly destination: string;
  readonly code: string;
}

/** Minimum range of random codes, as a share of all possible codes. */
const MIN_RANGE_SHARE = 0.02;
/** Minimum number of varying digits; codes with fewer varying digits can be guessed (§8). */
const MIN_VARYING_DIGITS = 4;

/** Returns the pattern that the codes share; null if they look random. */
export function findPattern(sentCodes: readonly SentCode[]): string | null {
  const codes = sentCodes.map(({ code }) => code);
  const distinct = new Set(codes).size;
  if (distinct === 1) return 'all are the same';
  if (distinct <= codes.length / 2) return `only ${distinct} are different`;
  const fromNumber = sentCodes.filter(isInPhoneNumber).length;
  if (fromNumber > codes.length / 2) return 'the codes are digits of the phone number';
  if (dependsOnDestination(sentCodes)) return 'each destination is sent the same code every time';
  return findDigitPattern(codes);
}

function findDigitPattern(codes: readonly string[]): string | null {
  const length = codes[0]?.length ?? 0;
  if (!codes.every((code) => /^\d+$/.test(code) && code.length === length)) return null;
  const numbers = codes.map(Number);
  const range = Math.max(...numbers) - Math.min(...numbers);
  if (range < MIN_RANGE_SHARE * 10 ** length) return `all lie within ${range} of each other`;
  const digitsByPosition = Array.from(
    { length },
    (_, index) => new Set(codes.map((code) => code.charAt(index))),
  );
  const varyingDigits = digitsByPosition.filter(({ size }) => size > 1).length;
  if (varyingDigits < MIN_VARYING_DIGITS) return `only ${varyingDigits} digits vary`;
  const alphabet = new Set(codes.join('')).size;
  return alphabet <= 3 ? `they use only ${alphabet} different digits` : null;
}

function isInPhoneNumber({ code, destination }: SentCode): boolean {
  const digits = destination.startsWith('+') ? destination.replaceAll(/\D/g, '') : '';
  return digits.includes(code) || digits.split('').toReversed().join('').includes(code);
}

/** Returns whether each destination with several codes always receives the same code. */
function dependsOnDestination(sentCodes: readonly SentCode[]): boolean {
  const codesByDestination = groupBy(sentCodes, ({ destination }) => destination);
  const repeated = [...codesByDestination.values()].filter((codes) => codes.length > 1);
  const areEqual = (codes: readonly SentCode[]) =>
    new Set(codes.map(({ code }) => code)).size === 1;
  return repeated.length > 2 && repeated.every(areEqual);
}
