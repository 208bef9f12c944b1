import type { HttpResponse } from '../target/http-request.ts';

/** Returns the names and values of the cookies that a response sets (RFC 6265, section 4.1). */
export function parseSetCookies({ headers }: HttpResponse): readonly (readonly [string, string])[] {
  const header = headers['set-cookie'] ?? '';
  return [...header.matchAll(/(?:^|,)\s?([\w.-]{1,64})=([^;,]*)/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
}
