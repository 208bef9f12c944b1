/** Derives wrong codes that an incorrect comparison may accept. */
import type { JsonValue } from '../../src/contract/openapi-document.ts';

export interface WrongCode {
  readonly name: string;
  readonly description: string;
  /** Whether the code may be the fixed code of a test deployment. */
  readonly isCommon?: true;
  /** Returns the wrong code; null if the code has no such variant. */
  derive(code: string, destination: string): JsonValue;
}

/** Returns a wrong code of the same length, different for each number. */
export function deriveWrongCode(code: string, number: number): string {
  if (!isNumeric(code)) {
    // Omits the letter that ends the code, even if it is in upper case: the deployment may ignore case.
    const letters = 'bcdefghijkm'.replace(code.slice(-1).toLowerCase(), '');
    return `${code.slice(0, -1)}${letters.charAt(number % letters.length)}`;
  }
  // Adds a third of the number of codes, and 7 for each number: other checks submit codes next to the correct code.
  return shiftBy(Math.floor(10 ** code.length / 3) + 7 * number)(code);
}

export const wrongCodes: readonly WrongCode[] = [
  {
    name: 'number-before',
    description: 'the correct code decreased by 1',
    derive: ifNumeric(shiftBy(-1)),
  },
  {
    name: 'number-after',
    description: 'the correct code increased by 1',
    derive: ifNumeric(shiftBy(1)),
  },
  {
    name: 'other-order',
    description: 'a code of the same digits in another order',
    derive: reorder,
  },
  {
    name: 'same-digit-sum',
    description: 'a code with the same digit sum',
    derive: ifNumeric(deriveSameSum),
  },
  {
    name: 'last-digits',
    description: 'the code without its first digit',
    derive: (code) => code.slice(1),
  },
  {
    name: 'leading-letter',
    description: 'the code with a letter before it',
    derive: (code) => `a${code}`,
  },
  {
    name: 'trailing-letters',
    description: 'the code with letters after it',
    derive: (code) => `${code}abc`,
  },
  {
    name: 'decimal',
    description: 'the code with a decimal point and a zero after it',
    derive: ifNumeric((code) => `${code}.0`),
  },
  { name: 'blank', description: 'spaces as a code', derive: (code) => ' '.repeat(code.length) },
  {
    name: 'wildcard',
    description: 'a wildcard as a code',
    derive: (code) => '%'.repeat(code.length),
  },
  { name: 'true', description: 'true as a code', derive: () => true },
  { name: 'zero', description: 'the number zero as a code', derive: () => 0 },
  {
    name: 'other-number',
    description: 'a wrong code as a JSON number',
    derive: ifNumeric((code) => Number(deriveWrongCode(code, 0))),
  },
  {
    name: 'list',
    description: 'a list of a wrong code and the correct code',
    derive: (code) => [deriveWrongCode(code, 0), code],
  },
  {
    name: 'ascending',
    description: 'a code of ascending digits, such as 123456',
    isCommon: true,
    derive: (code) => '1234567890'.slice(0, code.length),
  },
  {
    name: 'ones',
    description: 'a code that repeats the digit 1',
    isCommon: true,
    derive: (code) => '1'.repeat(code.length),
  },
  {
    name: 'last-digits-of-the-number',
    description: 'the last digits of the phone number',
    derive: (code, destination) => destination.replaceAll(/\D/g, '').slice(-code.length) || null,
  },
];

function isNumeric(code: string): boolean {
  return /^\d+$/.test(code);
}

function ifNumeric(derive: (code: string) => JsonValue): WrongCode['derive'] {
  return (code) => (isNumeric(code) ? derive(code) : null);
}

/** Returns a function that adds a number to a numeric code and keeps its length. */
function shiftBy(number: number): (code: string) => string {
  return (code) => {
    const size = 10 ** code.length;
    return String((Number(code) + number + size) % size).padStart(code.length, '0');
  };
}

/** Returns the reversed code, or the rotated code if the reversed code is the same. */
function reorder(code: string): string {
  const backwards = code.split('').toReversed().join('');
  return backwards === code ? `${code.slice(1)}${code.slice(0, 1)}` : backwards;
}

/** Returns the code with one digit incremented and another decremented. */
function deriveSameSum(code: string): JsonValue {
  const digits = code.split('').map(Number);
  const incremented = digits.findIndex((digit) => digit < 9);
  const decremented = digits.findIndex((digit, index) => digit > 0 && index !== incremented);
  if (incremented === -1 || decremented === -1) return null;
  return digits
    .map((digit, index) => {
      if (index === incremented) return digit + 1;
      return index === decremented ? digit - 1 : digit;
    })
    .join('');
}
