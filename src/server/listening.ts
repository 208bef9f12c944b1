/** Where a server listens, and how it stops. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from './start-error.ts';

export interface Place {
  readonly host: string;
  readonly port: number;
}

type Scheme = 'http' | 'https';

/** Milliseconds that requests under way may take once the server is stopping. */
const DRAIN = 1000;

/** @throws StartError for a port that is taken, or may not be */
export function listenOn(server: Server, { host, port }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(listenProblem(error, host, port)));
    });
    server.listen({ host, port }, resolve);
  });
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} is in use. Select another with --port, or a free one with --port 0`;
    case 'EACCES':
      return `no permission to use port ${port}. Select a port above 1023 with --port`;
    default:
      return `cannot listen on ${host}: ${error.message}`;
  }
}

/** Returns the address of a server that listens on this host. */
export function urlOf(server: Server, host: string, scheme?: Scheme): string {
  const { port } = server.address() as AddressInfo;
  return urlAt(host, port, scheme);
}

/** The wildcard address is not a destination; the URL has the loopback address instead. */
export function urlAt(host: string, port: number, scheme: Scheme = 'http'): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Takes no more requests, and lets those that are under way come to their end, for a second. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const impatience = setTimeout(() => server.closeAllConnections(), DRAIN);
  await closed;
  clearTimeout(impatience);
}
