import { decoded, pathOf, queryOf } from '../../http/request-head.ts';
import { SHORTEST_NEEDLE } from '../../redaction/text-search.ts';
import type { ObservedExchange } from './observed-exchange.ts';

/** A compact JWS with its signature (RFC 7515, section 7.1). */
const JWT = /(?:^|[^\w-])eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/;

/** Returns the kind of secret that the URL of a request contains; undefined if none. */
export function secretInUrl({
  url,
  operationId,
  clients,
  contract,
}: ObservedExchange): string | undefined {
  if (queryOf(url) === undefined && operationId !== undefined) return undefined;
  const text = decoded(url);
  if (JWT.test(text)) return 'a session token';
  const values = valuesIn(url);
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
  return pathOf(text).includes('/otp/');
}

/** A short secret must be a whole value, because a part could match by chance. */
function holds(secret: string, text: string, values: readonly string[]): boolean {
  return secret.length >= SHORTEST_NEEDLE ? text.includes(secret) : values.includes(secret);
}

/** The segments of the path, and the values of the query. */
function valuesIn(url: string): readonly string[] {
  const query = new URLSearchParams(queryOf(url));
  return [...decoded(pathOf(url)).split('/'), ...query.values()].filter(Boolean);
}
