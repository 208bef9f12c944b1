/** A proxy of the test before a deployment, which observes and changes its responses. */
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Relayed {
  readonly sent: IncomingHttpHeaders;
  readonly status: number;
  readonly text: string;
}

/** @returns the base URL; `changed` returns the text of each response, which is JSON */
export async function startRelay(
  target: string,
  changed: (relayed: Relayed) => string,
): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers: sent } = incoming;
    const passed = request(`${target}${url}`, { method, headers: sent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 500 } = response;
        const text = Buffer.concat(chunks).toString('utf8');
        outgoing.writeHead(status, { 'content-type': 'application/json' });
        outgoing.end(changed({ sent, status, text }));
      });
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
