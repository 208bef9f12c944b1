import type { HttpResponse } from '../target/http-request.ts';

/** Returns whether the content type is `application/json` or `application/*+json` (RFC 6839). */
export function hasJsonContentType({ headers }: HttpResponse): boolean {
  return /^application\/(?:[^\s/]+\+)?json$/.test(parseMediaType(headers['content-type'] ?? ''));
}

export function parseMediaType(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Returns whether the body is empty, as with 204 (RFC 9110, section 15.3.5). */
export function hasEmptyBody({ text }: HttpResponse): boolean {
  return text.trim() === '';
}

export function hasJsonBody({ body }: HttpResponse): boolean {
  return body !== undefined;
}

/** Returns whether the JSON of an accepted response is incomplete, perhaps because of the network. */
export function isTruncatedJson(response: HttpResponse): boolean {
  return (
    response.accepted &&
    hasJsonContentType(response) &&
    !hasJsonBody(response) &&
    !hasEmptyBody(response)
  );
}
