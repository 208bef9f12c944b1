/** Recognizes rejections with a success status, since statuses are open (§7). */
import { toFields } from './fields.ts';

/** Fields of accepted responses (§2); a rejection contains none. */
const SUCCESS_FIELDS = [
  'challenge',
  'sessionJwt',
  'userMask',
  'phoneId',
  'phoneMask',
  'emailId',
  'emailMask',
] as const;

/** Returns whether a body explicitly reports a failure. */
export function isRejectionBody(body: unknown): boolean {
  const fields = toFields(body);
  if (fields === null || SUCCESS_FIELDS.some((name) => Object.hasOwn(fields, name))) return false;
  const { success, ok, error, errors } = fields;
  return success === false || ok === false || isFilled(error) || isFilled(errors);
}

function isFilled(value: unknown): boolean {
  if (value === true) return true;
  if (typeof value === 'string') return value !== '';
  if (Array.isArray(value)) return value.length > 0;
  return Object.keys(toFields(value) ?? {}).length > 0;
}
