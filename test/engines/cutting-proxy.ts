/** A proxy in front of a database server that cuts a connection at a commit. */
import { connect, createServer, type Socket } from 'node:net';

import { listen } from '../setup/listen.ts';

export interface CuttingProxy {
  /** The URL of the store, with the address of the proxy. */
  readonly store: string;
  /**
   * Cuts the next connection that sends a commit: `before` the server receives the commit, or `after` the
   * server has committed and before it responds. With `unreachable`, all later connections fail too.
   */
  cutAtCommit(moment: 'before' | 'after', serverAfterwards?: 'unreachable'): void;
  /** Returns whether the commit has arrived at the proxy. With `after`, the cut comes later, at the response. */
  hasSeenCommit(): boolean;
  close(): Promise<void>;
}

export async function startCuttingProxy(store: string): Promise<CuttingProxy> {
  const target = new URL(store);
  let pendingCut: 'before' | 'after' | undefined;
  let isUnreachable = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (isUnreachable && pendingCut === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect({ host: target.hostname, port: Number(target.port) });
    let cutsAtResponse = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (data) => {
      // Each commit contains this statement.
      if (pendingCut !== undefined && data.includes('insert into entries')) {
        cutsAtResponse = pendingCut === 'after';
        pendingCut = undefined;
        if (!cutsAtResponse) {
          client.destroy();
          return;
        }
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (!cutsAtResponse) {
        client.write(data);
        return;
      }
      for (const socket of isUnreachable ? sockets : [client]) socket.destroy();
    });
  });
  const url = new URL(store);
  url.hostname = '127.0.0.1';
  url.port = String(await listen(server));
  return {
    store: url.href,
    cutAtCommit(moment, serverAfterwards) {
      pendingCut = moment;
      isUnreachable = serverAfterwards === 'unreachable';
    },
    hasSeenCommit: () => pendingCut === undefined,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
