/** Sends a call as it was recorded: with its own headers and no others. */
import { request } from 'node:http';

import type { RebuiltCall } from './rebuilt-call.ts';

/** Resolves when the answer is over, or the connection is; what was answered is in the journal. */
export function sendCall(
  url: string,
  { method, target, headers, body }: RebuiltCall,
): Promise<void> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const { hostname, port } = new URL(url);
    const sent = request(
      { hostname, port, method, path: target, headers: { ...headers, ...length }, agent: false },
      (answer) => {
        answer.on('close', resolve).resume();
        answer.on('error', () => resolve());
      },
    );
    sent.on('error', () => resolve());
    sent.end(body);
  });
}
