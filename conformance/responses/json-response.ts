/** Whether a response is JSON, and calls itself so (§2.1, §4). */
import type { Reply } from '../target/http-request.ts';

/** `application/json` or `application/<something>+json` (RFC 6839), whatever its parameters. */
export function isCalledJson({ headers }: Reply): boolean {
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
  return /^application\/(?:[^\s/]+\+)?json$/i.test(mediaType.trim());
}

/** Whether there is no body at all, as with 204 (RFC 9110, section 15.3.5). */
export function isWithoutBody({ text }: Reply): boolean {
  return text.trim() === '';
}

export function isJson({ body }: Reply): boolean {
  return body !== undefined;
}

/** Whether a success is called JSON and is none: what came of it may have been cut short on the way. */
export function isCutShort(reply: Reply): boolean {
  return reply.accepted && isCalledJson(reply) && !isJson(reply) && !isWithoutBody(reply);
}
