/** Facts from the head of a request, before its body is read. */

interface Head {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Whether the request has a body (RFC 9112, section 6.3). */
export function hasBody({ headers }: Head): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The token of an Authorization header (RFC 6750, section 2.1); undefined for any other header. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

/** The path of a URL as it was sent, without its query. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

/** Returns the query of a URL; undefined if there is none. */
export function queryOf(url: string): string | undefined {
  const mark = url.indexOf('?');
  return mark === -1 ? undefined : url.slice(mark + 1);
}

/** A URL, or a part of one, without percent-encoding; as it was sent where that is broken. */
export function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
