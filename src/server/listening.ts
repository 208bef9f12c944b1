import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setInterval, setTimeout } from '../ports/real-timers.ts';
import { StartError } from '../start-error.ts';

type Scheme = 'http' | 'https';

/** Milliseconds between searches for connections whose requests have completed. */
const IDLE_CHECK_INTERVAL = 10;

/** Open connections. `closeAllConnections` of Node omits connections without a completed TLS handshake. */
const openSockets = new WeakMap<Server, Set<Socket>>();

/** @throws StartError for a port that is in use or not permitted */
export function listenOn(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  const sockets = new Set<Socket>();
  openSockets.set(server, sockets);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(describeListenError(error, host, port)));
    });
    server.listen({ host, port }, resolve);
  });
}

/** Checks that a server can listen, before anything else is changed. @throws StartError if the server cannot listen */
export async function requireFreeAddress(address: {
  readonly host: string;
  readonly port: number;
}): Promise<void> {
  const probe = createServer();
  await listenOn(probe, address);
  await new Promise((resolve) => probe.close(resolve));
}

function describeListenError(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} is in use. Stop the other program, or select another port with --port (--port 0 selects a free port)`;
    case 'EACCES':
      return `no permission to use port ${port}. Select a port above 1023 with --port`;
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return `--host: expected an address of this machine, got ${host}. Use 127.0.0.1, or 0.0.0.0 for all addresses`;
    default:
      return `cannot listen on ${host}: ${error.message}`;
  }
}

export function getServerUrl(server: Server, host: string, scheme?: Scheme): string {
  const { port } = server.address() as AddressInfo;
  return createUrl(host, port, scheme);
}

/** Returns a URL, with the loopback address instead of a wildcard address. */
export function createUrl(host: string, port: number, scheme: Scheme = 'http'): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const isIpv6 = name.includes(':');
  return isIpv6 ? `${scheme}://[${name}]:${port}` : `${scheme}://${name}:${port}`;
}

/** Stops accepting connections and waits for running requests. @param drainTimeout the maximum, in milliseconds */
export async function stopListening(server: Server, drainTimeout = 1000): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const interval = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL);
  const timeout = setTimeout(() => {
    for (const socket of openSockets.get(server) ?? []) socket.destroy();
  }, drainTimeout);
  await closed;
  clearInterval(interval);
  clearTimeout(timeout);
}
