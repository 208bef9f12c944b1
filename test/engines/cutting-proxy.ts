/** A proxy in front of a database server that cuts a connection at a commit. */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface CuttingProxy {
  /** The URL of the store through the proxy. */
  readonly store: string;
  /**
   * Cuts the next connection that appends, which is a commit: before the request reaches the server, or after the commit
   * and before its response. After that the server may be `gone`.
   */
  cutAtCommit(moment: 'before' | 'after', server?: 'gone'): void;
  /** Whether the connection was cut. */
  hasCut(): boolean;
  close(): Promise<void>;
}

export async function startCuttingProxy(store: string): Promise<CuttingProxy> {
  const target = new URL(store);
  let armed: 'before' | 'after' | undefined;
  let later: 'there' | 'gone' = 'there';
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (later === 'gone' && armed === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect({ host: target.hostname, port: Number(target.port) });
    let isCutting = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (data) => {
      if (armed !== undefined && data.includes('insert into entries')) {
        isCutting = armed === 'after';
        armed = undefined;
        if (!isCutting) {
          client.destroy();
          return;
        }
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (!isCutting) {
        client.write(data);
        return;
      }
      for (const socket of later === 'gone' ? sockets : [client]) socket.destroy();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  const url = new URL(store);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    store: url.href,
    cutAtCommit(moment, next) {
      armed = moment;
      later = next ?? 'there';
    },
    hasCut: () => armed === undefined,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
