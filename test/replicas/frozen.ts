import { createServer, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';

import type { PostgresServer } from '../engines/own-postgres.ts';
import { listen } from '../setup/listen.ts';
import { startReplica } from './replica.ts';

interface PausableProxy {
  readonly port: number;
  pause(): void;
  resume(): void;
}

/** Starts a TCP proxy. While paused, it accepts connections but forwards no data, like a frozen server. */
async function startProxy(target: URL): Promise<PausableProxy> {
  let isPaused = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('data', (data) => upstream.write(data)).once('close', () => upstream.destroy());
    upstream.on('data', (data) => client.write(data)).once('close', () => client.destroy());
    if (isPaused) for (const socket of [client, upstream]) socket.pause();
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: await listen(server),
    pause() {
      isPaused = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isPaused = false;
      for (const socket of sockets) socket.resume();
    },
  };
}

export function describeFrozenServer(getServer: () => PostgresServer): void {
  it('causes 503 responses until the server resumes', { timeout: 60_000 }, async () => {
    const store = new URL(getServer().createStore());
    const proxy = await startProxy(new URL(store));
    store.port = String(proxy.port);
    const replica = await startReplica(store.href);
    onTestFinished(async () => void (await replica.stop()));
    const sendEmail = () => replica.client().sendEmail('rita@example.test');
    expect((await sendEmail()).status).toBe(200);

    proxy.pause();
    const responses = await Promise.all([
      sendEmail(),
      replica.control('/ready'),
      replica.control('/users'),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect((await sendEmail()).status).toBe(503);
    expect(await replica.control('/health')).toMatchObject({
      status: 200,
      body: { store: { engine: 'postgres', status: 'unavailable' } },
    });

    proxy.resume();
    await expect.poll(async () => (await sendEmail()).status, { timeout: 5000 }).toBe(200);
    expect((await replica.control('/ready')).status).toBe(200);
    expect(await replica.stop()).toBe(0);
  });
}
