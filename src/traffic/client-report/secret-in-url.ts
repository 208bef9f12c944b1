import type { ObservedCall } from './observed-call.ts';

/** A secret that is shorter could be a part of any text: only a whole value counts. */
const SHORTEST_PART = 8;

/** A compact JWS with its signature (RFC 7515, section 7.1). */
const JWT = /(?:^|[^\w-])eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/;

/** What in the URL of a call has no business there; undefined for nothing. */
export function secretInUrl({
  url,
  operationId,
  clients,
  contract,
}: ObservedCall): string | undefined {
  const mark = url.indexOf('?');
  if (mark === -1 && operationId !== undefined) return undefined;
  const text = decoded(url);
  if (JWT.test(text)) return 'a session token';
  const values = valuesIn(url, mark);
  for (const { secret, accessToken } of clients.values()) {
    if (holds(secret, text, values)) return 'a client secret';
    if (holds(accessToken, text, values)) return 'an access token';
  }
  return isAboutOtp(text) && hasCode() ? 'a one-time password' : undefined;

  function hasCode(): boolean {
    const { sms, email } = contract.dialect.otp;
    const lengths = [sms.codeLength, email.codeLength];
    return values.some((value) => /^\d+$/.test(value) && lengths.includes(value.length));
  }
}

function isAboutOtp(text: string): boolean {
  return text.replace(/\?.*$/s, '').includes('/otp/');
}

function holds(secret: string, text: string, values: readonly string[]): boolean {
  return secret.length >= SHORTEST_PART ? text.includes(secret) : values.includes(secret);
}

/** The segments of the path, and the values of the query. */
function valuesIn(url: string, mark: number): readonly string[] {
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : url.slice(mark + 1);
  return [...decoded(path).split('/'), ...new URLSearchParams(query).values()].filter(Boolean);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
