/** Recognizes rejections with a success status: the interface does not define statuses (§7). */
import { toFields } from './fields.ts';

/** Fields of accepted responses (§2); in a rejection they are missing or null. */
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
  if (fields === null || SUCCESS_FIELDS.some((name) => (fields[name] ?? null) !== null))
    return false;
  const { success, ok, error, errors } = fields;
  return success === false || ok === false || isFilled(error) || isFilled(errors);
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
