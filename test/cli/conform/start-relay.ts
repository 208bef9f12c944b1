import { request, type IncomingHttpHeaders } from 'node:http';
import { startUpstream } from '../proxy/upstream.ts';

export interface RelayedResponse {
  readonly requestHeaders: IncomingHttpHeaders;
  readonly status: number;
  readonly text: string;
}

/** Starts a proxy that replaces the text of each JSON response, and returns its base URL. */
export async function startRelay(
  target: string,
  transform: (relayed: RelayedResponse) => string,
): Promise<string> {
  const relay = await startUpstream((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwardedRequest = request(`${target}${url}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 500 } = response;
        const text = Buffer.concat(chunks).toString('utf8');
        outgoing.writeHead(status, { 'content-type': 'application/json' });
        outgoing.end(transform({ requestHeaders: headers, status, text }));
      });
    });
    forwardedRequest.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwardedRequest.destroy());
    incoming.pipe(forwardedRequest);
  });
  return relay.url;
}
