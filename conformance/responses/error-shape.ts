import { toFields, type Fields } from './fields.ts';
import { parseMediaType } from './json-response.ts';

/** Returns the dialect value for the shape of an error body (§7); null for an unknown shape. */
export function detectErrorShape(refusal: {
  readonly body: unknown;
  readonly isEmpty: boolean;
  readonly contentType: string;
}): 'flat' | 'problem' | 'nested' | 'empty' | null {
  if (refusal.isEmpty) return 'empty';
  const body = toFields(refusal.body);
  if (body === null) return null;
  // RFC 9457, section 3: every member is optional; the media type identifies a problem document.
  if (parseMediaType(refusal.contentType) === 'application/problem+json') return 'problem';
  if (isError(body)) return 'flat';
  const error = toFields(body['error']);
  return error !== null && isError(error) ? 'nested' : null;
}

function isError({ code, message, details }: Fields): boolean {
  const hasDetails = details === undefined || Array.isArray(details);
  return typeof code === 'string' && typeof message === 'string' && hasDetails;
}
