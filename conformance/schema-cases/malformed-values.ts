/** Values that a rule forbids: first those that a careless server takes, then any. */
import type { Arbitrary } from 'fast-check';
import type { JsonValue } from '../../src/contract/openapi-document.ts';
import type { Forbidden } from './binding-rules.ts';

type FastCheck = typeof import('fast-check');

interface Property {
  readonly name: string;
  /** Its value in a valid request. */
  readonly valid: string;
  /** The closed list, where there is one. */
  readonly values: readonly unknown[];
}

export interface Malformed {
  /** In the order in which they are tried. */
  readonly likely: readonly JsonValue[];
  readonly any: Arbitrary<JsonValue>;
}

export function malformedValues(
  kind: Exclude<Forbidden['kind'], 'missing'>,
  { name, valid, values }: Property,
  fc: FastCheck,
): Malformed {
  switch (kind) {
    case 'wrongType':
      return { likely: otherTypes(name, valid), any: noText(fc) };
    case 'otherForm':
      return {
        likely: [withoutPlus(valid), ...otherTypes(name, valid), ''],
        any: fc.oneof(
          noText(fc),
          fc.string().filter((text) => !text.trim().startsWith('+')),
        ),
      };
    case 'otherValue':
      return {
        // A deployment may read a network in any case: only another one is refused for sure.
        likely: ['BITCOIN', `${valid}_2`, null, '', 7, [valid]],
        any: fc.oneof(
          noText(fc),
          fc.string().filter((text) => !values.includes(text.trim().toUpperCase())),
        ),
      };
    case 'otherCode':
      return {
        // A code may be locked soon, so what lets anybody in comes first.
        likely: [null, { $ne: '' }, '', true, []],
        any: fc.oneof(
          noText(fc).filter((value) => !mayBe(valid, value)),
          fc.string().filter((text) => !mayBe(valid, text)),
        ),
      };
  }
}

function otherTypes(name: string, valid: string): readonly JsonValue[] {
  return [null, [valid], numberIn(valid), true, { [name]: valid }];
}

/** Whether a server that minds no type may see the code in a value. */
function mayBe(code: string, value: JsonValue): boolean {
  const text = JSON.stringify(value);
  const digits = text.replaceAll(/\D/g, '');
  return text.includes(code) || (digits !== '' && Number(digits) === Number(code));
}

/** §2.5: digits without the sign are no international form. */
function withoutPlus(valid: string): string {
  return valid.replace(/^\+/, '');
}

/** The digits of a number or a code as a server may have them that compares texts and numbers. */
function numberIn(valid: string): number {
  if (/[a-z]/i.test(valid)) return 12_345;
  return Number(valid.replaceAll(/\D/g, '').slice(0, 15));
}

function noText(fc: FastCheck): Arbitrary<JsonValue> {
  return fc.oneof(
    fc.constant(null),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.string()),
    fc.dictionary(fc.string(), fc.integer()),
  );
}
