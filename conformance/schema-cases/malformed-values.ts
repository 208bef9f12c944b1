/** Generates values that a rule forbids: first values that are likely accepted, then arbitrary values. */
import type { Arbitrary } from 'fast-check';
import type { JsonValue } from '../../src/contract/openapi-document.ts';
import type { Forbidden } from './request-rules.ts';

type FastCheck = typeof import('fast-check');

interface Property {
  readonly name: string;
  readonly valid: string;
  /** The values of the enum; empty if any value is allowed. */
  readonly values: readonly unknown[];
}

export interface Malformed {
  /** Values that a faulty deployment is likely to accept. */
  readonly likely: readonly JsonValue[];
  readonly any: Arbitrary<JsonValue>;
}

export function generateMalformedValues(
  kind: Exclude<Forbidden['kind'], 'missing'>,
  { name, valid, values }: Property,
  fc: FastCheck,
): Malformed {
  switch (kind) {
    case 'wrongType':
      return { likely: listOtherTypes(name, valid), any: generateNonString(fc) };
    // Only phone numbers have a form: they begin with a plus sign (§2.5).
    case 'otherForm':
      return {
        likely: [valid.replace(/^\+/, ''), ...listOtherTypes(name, valid), ''],
        any: fc.oneof(
          generateNonString(fc),
          fc.string().filter((text) => !text.trim().startsWith('+')),
        ),
      };
    case 'otherValue':
      return {
        // A deployment may ignore the case of a network, so the values differ in more than case.
        likely: ['BITCOIN', `${valid}_2`, 'BASE', null, '', [valid]],
        any: fc.oneof(
          generateNonString(fc),
          fc.string().filter((text) => !values.includes(text.trim().toUpperCase())),
        ),
      };
    case 'otherCode':
      return {
        // A code may be locked after few attempts, so the most dangerous values come first.
        likely: [null, { $ne: '' }, '', '.*', '%', true, []],
        any: fc.oneof(
          generateNonString(fc).filter((value) => !mayMatch(valid, value)),
          fc.string().filter((text) => !mayMatch(valid, text)),
        ),
      };
  }
}

function listOtherTypes(name: string, valid: string): readonly JsonValue[] {
  return [null, [valid], [valid, valid], toNumber(valid), true, { [name]: valid }];
}

/** Returns whether a server that ignores types may read the code in the value. */
function mayMatch(code: string, value: JsonValue): boolean {
  const text = JSON.stringify(value);
  const digits = text.replaceAll(/\D/g, '');
  return text.includes(code) || (digits !== '' && Number(digits) === Number(code));
}

/** Returns the digits as a number, which a loose comparison may accept; any number for a text with letters. */
function toNumber(valid: string): number {
  if (/[a-z]/i.test(valid)) return 12_345;
  return Number(valid.replaceAll(/\D/g, '').slice(0, 15));
}

function generateNonString(fc: FastCheck): Arbitrary<JsonValue> {
  return fc.oneof(
    fc.constant(null),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.string()),
    fc.dictionary(fc.string(), fc.integer()),
  );
}
