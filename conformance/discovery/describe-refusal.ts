import { toFields } from '../responses/fields.ts';
import type { HttpResponse } from '../target/http-request.ts';

/** Returns the status and the error codes of a response, such as `401 invalid_client`, to compare. */
export function describeRefusal(response: HttpResponse): string {
  const codes = listErrorCodes(response).filter((code) => /^(string|number)$/.test(typeof code));
  return [response.status, ...codes].join(' ');
}

/** Returns the values of the fields that may contain an error code. */
export function listErrorCodes({ body }: HttpResponse): readonly unknown[] {
  const fields = toFields(body);
  const error = toFields(fields?.['error']) ?? fields;
  return ['code', 'type', 'title', 'error'].map((name) => error?.[name]);
}
