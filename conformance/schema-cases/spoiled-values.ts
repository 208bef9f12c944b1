/** Values that a rule forbids: first those that a careless server takes, then any. */
import type { Arbitrary } from 'fast-check';
import type { JsonValue } from '../../src/contract/openapi-document.ts';
import type { Forbidden } from './binding-rules.ts';

type FastCheck = typeof import('fast-check');

interface Property {
  readonly name: string;
  /** Its value in a right call. */
  readonly right: string;
  /** The closed list, where there is one. */
  readonly values: readonly unknown[];
}

export interface Spoiled {
  /** In the order in which they are tried. */
  readonly likely: readonly JsonValue[];
  readonly any: Arbitrary<JsonValue>;
}

export function spoiledValues(
  kind: Exclude<Forbidden['kind'], 'missing'>,
  { name, right, values }: Property,
  fc: FastCheck,
): Spoiled {
  switch (kind) {
    case 'wrongType':
      return { likely: otherTypes(name, right), any: noText(fc) };
    case 'otherForm':
      return {
        likely: [withoutPlus(right), ...otherTypes(name, right), ''],
        any: fc.oneof(
          noText(fc),
          fc.string().filter((text) => !text.trim().startsWith('+')),
        ),
      };
    case 'otherValue':
      return {
        // A deployment may read a network in any case: only another one is refused for sure.
        likely: ['BITCOIN', `${right}_2`, null, '', 7, [right]],
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
          noText(fc).filter((value) => !mayBe(right, value)),
          fc.string().filter((text) => !mayBe(right, text)),
        ),
      };
  }
}

function otherTypes(name: string, right: string): readonly JsonValue[] {
  return [null, [right], numberIn(right), true, { [name]: right }];
}

/** Whether a server that minds no type may see the code in a value. */
function mayBe(code: string, value: JsonValue): boolean {
  const text = JSON.stringify(value);
  const digits = text.replaceAll(/\D/g, '');
  return text.includes(code) || (digits !== '' && Number(digits) === Number(code));
}

/** §2.5: digits without the sign are no international form. */
function withoutPlus(right: string): string {
  return right.replace(/^\+/, '');
}

/** The digits of a number or a code as a server may have them that compares texts and numbers. */
function numberIn(right: string): number {
  if (/[a-z]/i.test(right)) return 12_345;
  return Number(right.replaceAll(/\D/g, '').slice(0, 15));
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
