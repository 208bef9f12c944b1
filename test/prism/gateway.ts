/** A proxy that can replace responses. */
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Tampering {
  readonly status: number;
  readonly body: unknown;
}

export interface Gateway {
  readonly url: string;
  close(): Promise<void>;
}

/** The header that selects another response; its value is a Tampering in JSON. */
export const TAMPER = 'x-tamper';

/** Listens on a free port of loopback. */
export async function startGateway(upstream: string): Promise<Gateway> {
  const server = createServer((req, res) => {
    const wanted = req.headers[TAMPER];
    if (typeof wanted === 'string') tamper(req, res, JSON.parse(wanted));
    else forward(req, res, upstream);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function tamper(req: IncomingMessage, res: ServerResponse, { status, body }: Tampering): void {
  req.resume();
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function forward(req: IncomingMessage, res: ServerResponse, upstream: string): void {
  const { hostname, port, pathname } = new URL(upstream);
  const onward = request(
    {
      hostname,
      port,
      method: req.method,
      path: `${pathname === '/' ? '' : pathname}${req.url}`,
      headers: req.headers,
    },
    (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(res);
    },
  );
  onward.once('error', () => res.destroy());
  req.pipe(onward);
}
