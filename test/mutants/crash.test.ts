/** Deployments that crash, or stop responding, when they receive a certain request. */
import { createServer, request as httpRequest, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import type { RunOutcome } from '../../conformance/outcome.ts';
import { runConformance } from '../../conformance/run-conformance.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import { createIndependentDeployment } from './deployments.ts';
import { listFailed } from './run-mutants.ts';

/** What a deployment does if the phone number of a send is not a string. */
type Behaviour =
  | 'stays down'
  | 'restarts'
  | 'never responds'
  | 'breaks the connection'
  | 'breaks all connections for a second'
  | 'returns 502';

/** Starts a proxy to the target with this behaviour. */
async function startFragileProxy(target: string, behaviour: Behaviour) {
  const sockets = new Set<Socket>();
  let server: Server;
  let port = 0;
  let breaksAllConnections = false;
  const start = () =>
    new Promise<void>((resolve) => {
      server = createServer((request, response) => {
        void text(request).then((body) => {
          const isFatal =
            (request.url ?? '').endsWith('sms:send') && /"phoneNumber":(?!")/.test(body);
          if (breaksAllConnections) return void response.destroy();
          if (isFatal) return fail(response);
          const { method, url, headers } = request;
          const sent = httpRequest(target + (url ?? ''), { method, headers }, (proxied) => {
            response.writeHead(proxied.statusCode ?? 502, proxied.headers);
            proxied.pipe(response);
          });
          sent.on('error', () => response.destroy());
          sent.end(body);
          return undefined;
        });
      });
      server.on('connection', (socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
      });
      server.listen(port, '127.0.0.1', () => {
        ({ port } = server.address() as AddressInfo);
        resolve();
      });
    });
  const fail = (response: ServerResponse): void => {
    switch (behaviour) {
      case 'stays down':
      case 'restarts':
        return crash();
      case 'never responds':
        return undefined;
      case 'breaks all connections for a second':
        breaksAllConnections = true;
        setTimeout(() => (breaksAllConnections = false), 1000);
        return void response.destroy();
      case 'breaks the connection':
        return void response.destroy();
      case 'returns 502':
        return void response.writeHead(502).end();
    }
  };
  const crash = (): void => {
    server.close(() => {
      if (behaviour === 'restarts') setTimeout(() => void start(), 50);
    });
    for (const socket of sockets) socket.destroy();
  };
  await start();
  onTestFinished(() => {
    // Prevents a restart.
    behaviour = 'stays down';
    crash();
  });
  return `http://127.0.0.1:${port}`;
}

async function runAgainstFragile(
  behaviour: Behaviour,
  settings: Partial<ConformSettings> = {},
): Promise<RunOutcome> {
  const running = await createIndependentDeployment('plain').start();
  onTestFinished(() => running.close());
  const url = await startFragileProxy(running.target, behaviour);
  return runConformance({ ...running.settings(url), only: ['2.5', '4.4', '4.6'], ...settings });
}

it('a check fails if its request crashes the deployment, and the deployment restarts', async () => {
  const { stop, results } = await runAgainstFragile('restarts');
  expect(stop).toBeNull();
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ operation }) => operation)).toContain('sendSmsOtp');
  for (const { operation, reason, evidence } of failed) {
    expect({ operation, reason }).toEqual({
      operation: 'sendSmsOtp',
      reason: expect.stringMatching(
        /sms:send, (?:twice|got a broken connection repeatedly, while valid requests succeed)\.$/,
      ),
    });
    expect(evidence.at(-1)?.request.body).toMatch(/"phoneNumber":(?!")/);
  }
});

it('a run stops early if the deployment stays down, and reports the last requests', async () => {
  const { stop, results, budget } = await runAgainstFragile('stays down');
  expect(stop?.kind).toBe('stoppedResponding');
  expect(stop?.message).toMatch(
    /stopped responding: .*\. Last requests before that: .*POST \/v1\/auth\/otp\/sms:send of (?:2\.5|4\.4|4\.6)\./,
  );
  expect(listFailed({ results })).toEqual([]);
  const { used, limit } = budget.requests;
  expect(used).toBeLessThan(limit / 2);
});

it('a check fails if its request gets no response while other requests get responses', async () => {
  const { stop, results } = await runAgainstFragile('never responds', { timeout: 300 });
  expect(stop).toBeNull();
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  expect(failed.length).toBeGreaterThan(0);
  for (const { operation, reason } of failed) {
    expect(operation).toBe('sendSmsOtp');
    expect(reason).toMatch(
      /^Expected a response to .*sms:send within 300 ms, got none repeatedly, while valid/,
    );
  }
});

it.each([
  ['breaks the connection', /sms:send, got a broken connection repeatedly, while valid/],
  ['breaks all connections for a second', /sms:send, (?:twice|got a broken connection repeatedly)/],
  ['returns 502', /sms:send, got 502 repeatedly, while valid requests succeed\.$/],
] as const)('a check fails if the deployment %s after its request', async (behaviour, message) => {
  const only = ['4.4.request.missing-refused', '2.5.phoneNumber'];
  const { stop, results } = await runAgainstFragile(behaviour, { only });
  expect(stop).toBeNull();
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  expect(failed.length).toBeGreaterThan(0);
  for (const { operation, reason, evidence } of failed) {
    expect(operation).toBe('sendSmsOtp');
    expect(reason).toMatch(message);
    expect(evidence.at(-1)?.request.body).not.toMatch(/"phoneNumber":"/);
  }
});
