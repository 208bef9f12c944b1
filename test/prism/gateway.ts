/** A proxy before the sandbox that replaces the responses that a request header asks for. */
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Tampering {
  readonly status: number;
  readonly body: unknown;
}

export interface Gateway {
  readonly url: string;
  close(): Promise<void>;
}

/** The request header with the response to send instead, a Tampering in JSON. */
export const TAMPER_HEADER = 'x-tamper';

/** Listens on a free port of loopback. */
export async function startGateway(upstream: string): Promise<Gateway> {
  const server = createServer((req, res) => {
    const tampering = req.headers[TAMPER_HEADER];
    if (typeof tampering === 'string') respondWith(JSON.parse(tampering), req, res);
    else forward(req, res, upstream);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function respondWith({ status, body }: Tampering, req: IncomingMessage, res: ServerResponse): void {
  req.resume();
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function forward(req: IncomingMessage, res: ServerResponse, upstream: string): void {
  const { method, headers } = req;
  const forwarded = request(`${upstream}${req.url}`, { method, headers }, (response) => {
    res.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(res);
  });
  forwarded.once('error', () => res.destroy());
  req.pipe(forwarded);
}
