/** Shares the rejections of invalid requests between checks. */
import type { Attempt } from '../attempt.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import { KnownResponses } from './known-responses.ts';

const rejections = new KnownResponses(
  ({ accepted, status, blockedBy }) => !accepted && status < 500 && blockedBy === null,
);

type Send = (t: Attempt, request: HttpRequest) => Promise<HttpResponse>;

/** Sends a request, or returns the rejection of one that differs only in wallet, number or session. */
export function sendRejectedOnce(t: Attempt, request: HttpRequest, send: Send) {
  return rejections.sendOnce(t, toPattern(t, request), () => send(t, request));
}

/** Sends an invalid request; its rejection counts for equivalent requests of other checks. */
export function sendRejectedShared(t: Attempt, request: HttpRequest, send: Send) {
  return rejections.sendAndStore(t, toPattern(t, request), () => send(t, request));
}

/** Returns the request with placeholders for wallets, generated destinations and sessions. */
function toPattern({ ctx }: Attempt, request: HttpRequest): string {
  const { operation, method, path, query, headers, body, raw } = request;
  const sent = raw instanceof Uint8Array ? Buffer.from(raw).toString('base64') : raw;
  const content = sent ?? (body === undefined ? null : JSON.stringify(body));
  const sorted = Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([operation, method, path, query, sorted, content])
    .replaceAll(/0x[\da-f]{130}/gi, '<signature>')
    .replaceAll(/0x[\da-f]{40}(?![\da-f])/gi, '<address>')
    .replaceAll(/\b1\d{10}\b/g, (digits) =>
      ctx.identities.isGenerated(`+${digits}`) ? '<number>' : digits,
    )
    .split('"')
    .map((text) => {
      if (text.startsWith('Bearer eyJ') && text.split('.').length === 3) return '<session>';
      const [address = ''] = text.split('\\');
      return ctx.identities.isGenerated(address) ? text.replace(address, '<destination>') : text;
    })
    .join('"');
}
