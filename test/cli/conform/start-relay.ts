import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Relayed {
  readonly requestHeaders: IncomingHttpHeaders;
  readonly status: number;
  readonly text: string;
}

/** Starts a proxy that replaces the text of each JSON response, and returns its base URL. */
export async function startRelay(
  target: string,
  transform: (relayed: Relayed) => string,
): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = request(`${target}${url}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 500 } = response;
        const text = Buffer.concat(chunks).toString('utf8');
        outgoing.writeHead(status, { 'content-type': 'application/json' });
        outgoing.end(transform({ requestHeaders: headers, status, text }));
      });
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
