/** Starts servers on free ports of 127.0.0.1. */
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Resolves with the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Returns a port on which no server listens. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
