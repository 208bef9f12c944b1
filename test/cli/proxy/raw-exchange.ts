/** Sends raw bytes on a new connection, and starts a deployment that responds with raw bytes. */
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

import { listen } from '../../setup/listen.ts';

/** Sends bytes, and returns all received bytes when the other side closes the connection. */
export function exchangeBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let received = '';
    socket.setEncoding('latin1').on('data', (piece: string) => (received += piece));
    socket.once('close', () => resolve(received));
    socket.once('end', () => socket.end());
    socket.once('error', reject);
    socket.write(bytes, 'latin1');
  });
}

/**
 * Starts a deployment that responds with raw bytes to requests without a body, until the test ends.
 * @param respond receives the number of requests so far, on all connections
 */
export async function startRawUpstream(
  respond: (socket: Socket, requestCount: number) => unknown,
): Promise<string> {
  let requestCount = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = '';
    socket.on('error', () => undefined).setEncoding('latin1');
    socket.on('data', (piece: string) => {
      received += piece;
      for (let end = received.indexOf('\r\n\r\n'); end !== -1; end = received.indexOf('\r\n\r\n')) {
        received = received.slice(end + 4);
        requestCount += 1;
        respond(socket, requestCount);
      }
    });
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${await listen(server)}`;
}
