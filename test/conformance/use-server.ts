import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** Starts a server for the tests of a file. Returns a function that returns its URL. */
export function useServer(listener: RequestListener): () => string {
  const server = createServer(listener);
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
