/** Refusals that have the status of a success: what statuses errors have is not shown (§7). */
import { fieldsOrNull } from './fields.ts';

/** What accepted requests of the service give (§2); who gets one of them was not refused. */
const GIVEN = [
  'challenge',
  'sessionJwt',
  'userMask',
  'phoneId',
  'phoneMask',
  'emailId',
  'emailMask',
] as const;

/** Whether a body says in so many words that the request came to nothing. */
export function isRejectionBody(body: unknown): boolean {
  const fields = fieldsOrNull(body);
  if (fields === null || GIVEN.some((name) => Object.hasOwn(fields, name))) return false;
  const { success, ok, error, errors } = fields;
  return success === false || ok === false || isSomething(error) || isSomething(errors);
}

function isSomething(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  if (Array.isArray(value)) return value.length > 0;
  return Object.keys(fieldsOrNull(value) ?? {}).length > 0;
}
