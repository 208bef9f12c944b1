/** Returns the words that distinguish error responses. */
import { toFields } from '../responses/fields.ts';
import type { HttpResponse } from '../target/http-request.ts';

/** Returns the status and the words of the body that identify the cause; omits texts for people. */
export function describeRefusal({ status, body }: HttpResponse): string {
  const fields = toFields(body);
  const error = toFields(fields?.['error']) ?? fields;
  const words = ['code', 'type', 'title', 'error'].map((name) => error?.[name]);
  return [status, ...words.filter((word) => typeof word === 'string')].join(' ');
}
