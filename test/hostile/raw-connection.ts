import { connect } from 'node:net';
import type { RawRequest } from './corrupt-request.ts';

/** The outcome of a request. */
export type RawOutcome =
  | {
      readonly kind: 'responded';
      readonly status: number;
      readonly head: string;
      readonly body: string;
    }
  | { readonly kind: 'closed'; readonly text: string }
  | { readonly kind: 'hung' }
  | { readonly kind: 'unreachable' };

/** Milliseconds after which a request counts as hung. */
const TIMEOUT = 15_000;
/** Matches the head of an event stream, which has no end. */
const ENDLESS = /^content-type: text\/event-stream/im;

/**
 * Sends bytes on a new connection and reads the response.
 *
 * @param halfCloseDelay milliseconds after which the sending side of the connection is closed
 */
export function sendRaw(
  { bytes, writes }: RawRequest,
  { hostname, port }: URL,
  halfCloseDelay: number,
): Promise<RawOutcome> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const received: Buffer[] = [];
    const isHead = bytes.subarray(0, 5).toString() === 'HEAD ';
    const timeout = setTimeout(() => end({ kind: 'hung' }), TIMEOUT);
    socket.on('connect', () => {
      const size = Math.ceil(bytes.length / writes);
      for (let start = 0; start < bytes.length; start += size)
        socket.write(bytes.subarray(start, start + size));
    });
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      const outcome = parseOutcome(Buffer.concat(received).toString('latin1'), isHead);
      if (outcome !== undefined) end(outcome);
    });
    // Without the half-close, the sandbox would wait for the end of an incomplete request.
    const halfCloseTimer = setTimeout(() => socket.end(), halfCloseDelay);
    const onClosed = () =>
      end({ kind: 'closed', text: Buffer.concat(received).toString('latin1') });
    socket.on('end', onClosed);
    socket.on('close', onClosed);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') end({ kind: 'unreachable' });
    });

    function end(outcome: RawOutcome): void {
      clearTimeout(timeout);
      clearTimeout(halfCloseTimer);
      socket.destroy();
      resolve(outcome);
    }
  });
}

/** Returns the first complete response, or undefined. */
function parseOutcome(text: string, isHead: boolean): RawOutcome | undefined {
  const response = text.replace(/^(?:HTTP\/1\.1 100 Continue\r\n\r\n)+/, '');
  const headEnd = response.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = response.slice(0, headEnd);
  const body = response.slice(headEnd + 4);
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0);
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  const isComplete = ENDLESS.test(head) || isHead || body.length >= length;
  if (!isComplete) return undefined;
  return { kind: 'responded', status, head, body: isHead ? '' : body.slice(0, length) };
}
