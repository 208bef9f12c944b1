import { connect } from 'node:net';
import type { RawRequest } from './corrupt-request.ts';

/** What came of a request. */
export type RawOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly head: string;
      readonly body: string;
    }
  | { readonly kind: 'closed'; readonly text: string }
  | { readonly kind: 'hung' }
  | { readonly kind: 'unreachable'; readonly code: string };

/** Milliseconds after which a request counts as hung. */
const TIMEOUT = 15_000;
/** A response without an end: it has begun, and that is all that is asked of it. */
const ENDLESS = /^content-type: text\/event-stream/im;

/**
 * Sends bytes on a connection of their own, closes its half after so many milliseconds, and reads what
 * comes. Node gives a request up whose sender has closed its half.
 */
export function sendRaw(
  { bytes, pieces }: RawRequest,
  { hostname, port }: URL,
  closesAfter: number,
): Promise<RawOutcome> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const received: Buffer[] = [];
    const isHead = bytes.subarray(0, 5).toString() === 'HEAD ';
    const timeout = setTimeout(() => end({ kind: 'hung' }), TIMEOUT);
    socket.on('connect', () => {
      const size = Math.ceil(bytes.length / pieces);
      for (let at = 0; at < bytes.length; at += size) socket.write(bytes.subarray(at, at + size));
    });
    socket.on('data', (piece: Buffer) => {
      received.push(piece);
      const outcome = parseOutcome(Buffer.concat(received).toString('latin1'), isHead);
      if (outcome !== undefined) end(outcome);
    });
    // A body that is shorter than it says is waited for, so the sender says that it ends.
    const halfCloseTimer = setTimeout(() => socket.end(), closesAfter);
    const onClosed = () =>
      end({ kind: 'closed', text: Buffer.concat(received).toString('latin1') });
    socket.on('end', onClosed);
    socket.on('close', onClosed);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') end({ kind: 'unreachable', code: error.code });
    });

    function end(outcome: RawOutcome): void {
      clearTimeout(timeout);
      clearTimeout(halfCloseTimer);
      socket.destroy();
      resolve(outcome);
    }
  });
}

/** The first whole response; undefined while there is none. */
function parseOutcome(text: string, isHead: boolean): RawOutcome | undefined {
  const from = text.replace(/^(?:HTTP\/1\.1 100 Continue\r\n\r\n)+/, '');
  const headEnd = from.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = from.slice(0, headEnd);
  const body = from.slice(headEnd + 4);
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0);
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  const isWhole = ENDLESS.test(head) || isHead || body.length >= length;
  if (!isWhole) return undefined;
  return { kind: 'answered', status, head, body: isHead ? '' : body.slice(0, length) };
}
