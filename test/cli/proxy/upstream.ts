import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';

import { listen } from '../../setup/listen.ts';

export interface Upstream {
  readonly url: string;
  /** The received requests, oldest first. */
  readonly requests: readonly IncomingMessage[];
}

/** Starts a deployment that records requests, on a free port, until the test ends. */
export async function startUpstream(respond: RequestListener): Promise<Upstream> {
  const requests: IncomingMessage[] = [];
  const server = createServer((req, res) => {
    requests.push(req);
    respond(req, res);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, requests };
}

export function respondJson(status: number, body: unknown): RequestListener {
  return (req, res) => {
    req.resume();
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}
