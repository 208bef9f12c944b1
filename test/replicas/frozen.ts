/** A PostgreSQL that accepts connections but does not respond, like a frozen machine. */
import { createServer, connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';

import type { PostgresServer } from '../engines/own-postgres.ts';
import { startReplica } from './replica.ts';

interface Relay {
  readonly port: number;
  freeze(): void;
  thaw(): void;
}

/** Forwards bytes until it is frozen, and forwards the bytes received meanwhile when it resumes. */
async function startRelay(to: URL): Promise<Relay> {
  let isFrozen = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.on('data', (data) => far.write(data)).once('close', () => far.destroy());
    far.on('data', (data) => near.write(data)).once('close', () => near.destroy());
    if (isFrozen) for (const socket of [near, far]) socket.pause();
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
  };
}

export function describeFrozenServer(server: () => PostgresServer): void {
  it('makes requests return 503 until it resumes', { timeout: 60_000 }, async () => {
    const store = new URL(server().createStore());
    const relay = await startRelay(new URL(store));
    store.port = String(relay.port);
    const replica = await startReplica(store.href);
    const send = () => replica.client().sendEmail('rita@example.test');
    expect((await send()).status).toBe(200);

    relay.freeze();
    const waited = await Promise.all([
      send(),
      replica.control('/ready'),
      replica.control('/users'),
    ]);
    expect(waited.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect((await send()).status).toBe(503);
    expect(await replica.control('/health')).toMatchObject({
      status: 200,
      body: { store: { engine: 'postgres', status: 'unavailable' } },
    });

    relay.thaw();
    await expect.poll(async () => (await send()).status, { timeout: 5000 }).toBe(200);
    expect((await replica.control('/ready')).status).toBe(200);
    expect(await replica.stop()).toBe(0);
  });
}
