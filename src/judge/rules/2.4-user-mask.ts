import { pointerTo } from '../../documents/pointer.ts';
import { isJsonObject } from '../../documents/json-object.ts';
import { propertyOf } from '../named-in-body.ts';
import type { ResponseRule } from '../rule.ts';
import { violation } from '../violation.ts';

/** An unmasked phone number or email address. */
const CONTACT = /^(?:\+\d{7,15}|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)$/;

/** §2.4: a userMask shows masks, wherever it has them. */
export const userMask: ResponseRule = {
  blames: 'deployment',
  on: 'accepted',
  check({ responseBody }) {
    const message = 'contains a whole phone number or email address';
    return contactsIn(propertyOf(responseBody, 'userMask'), ['body', 'userMask']).map((place) =>
      violation('response', '2.4.userMask.phoneMask', { pointer: pointerTo(...place), message }),
    );
  },
};

/** Returns the places of whole numbers and addresses. */
function contactsIn(value: unknown, place: readonly string[]): readonly (readonly string[])[] {
  if (typeof value === 'string') return CONTACT.test(value.trim()) ? [place] : [];
  if (!Array.isArray(value) && !isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => contactsIn(part, [...place, name]));
}
