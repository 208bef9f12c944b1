interface Head {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Returns whether the request has a body (RFC 9112, section 6.3). */
export function hasBody({ headers }: Head): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns the bearer token of an Authorization header (RFC 6750, section 2.1); undefined for another scheme. */
export function readBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

/** Returns the path of a URL, without query and without percent-decoding. */
export function getPath(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

export function getQuery(url: string): string | undefined {
  const mark = url.indexOf('?');
  return mark === -1 ? undefined : url.slice(mark + 1);
}

/** Removes percent-encoding; returns the text unchanged if it is malformed. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
