/** Which requests the proxy forwards, by their headers Host, Origin and Via. */
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sendRawRequest } from '../../server/raw-request.ts';
import { toNetworkIdentity, ClientApp, createWallet } from '../../sandbox.ts';
import { exchangeBytes } from './raw-exchange.ts';
import { startProxy } from './running-proxy.ts';
import { respondJson, startUpstream } from './upstream.ts';

const path = '/user';
const problemType = 'application/problem+json; charset=utf-8';

async function startProxyTo(...options: readonly string[]) {
  const upstream = await startUpstream(respondJson(200, {}));
  return { upstream, proxy: await startProxy(upstream.url, options) };
}

describe('the Host header of a request to the proxy', () => {
  it.each(['localhost', 'LocalHost:1', 'app.localhost:3000', '127.0.0.1', '[::1]:4030'])(
    'is accepted if it is %s',
    async (host) => {
      const { proxy } = await startProxyTo();
      const headers = [['host', host]] as const;
      expect(await sendRawRequest(proxy.url, { path, headers })).toMatchObject({ status: 200 });
    },
  );

  it.each([
    'rebound.example',
    'localhost.rebound.example',
    'localhost@rebound.example',
    'localhost,rebound.example',
    '10.0.0.1',
    '0.0.0.0:4030',
    '',
  ])('is rejected if it is "%s"', async (host) => {
    const { proxy, upstream } = await startProxyTo();
    const headers = [
      ['host', host],
      ['x-forwarded-host', 'localhost'],
    ] as const;
    const rejection = await sendRawRequest(proxy.url, { path, headers });
    expect(rejection).toMatchObject({ status: 403, headers: { 'content-type': problemType } });
    expect(rejection.body.detail).toContain('--allow-host');
    expect(upstream.requests).toEqual([]);
    // The rejected request is not recorded, and a run without requests is incomplete (4).
    expect(await proxy.stop()).toMatchObject({ exit: 4, journal: [] });
  });

  it('is accepted if it is listed in --allow-host', async () => {
    const { proxy } = await startProxyTo('--allow-host', '10.0.2.2', '--allow-host', 'Proxy.Test');
    for (const host of ['10.0.2.2:4030', 'proxy.test', 'localhost']) {
      const headers = [['host', host]] as const;
      expect(await sendRawRequest(proxy.url, { path, headers })).toMatchObject({ status: 200 });
    }
    const headers = [['host', '10.0.2.3']] as const;
    expect(await sendRawRequest(proxy.url, { path, headers })).toMatchObject({ status: 403 });
  });

  it('is rejected if it is repeated', async () => {
    const { proxy, upstream } = await startProxyTo();
    const headers = ['Host: localhost', 'Host: rebound.example', 'Connection: close'];
    const bytes = ['GET /user HTTP/1.1', ...headers, '', ''].join('\r\n');
    expect(await exchangeBytes(proxy.url, bytes)).toMatch(/^HTTP\/1\.1 400 /);
    expect(upstream.requests).toEqual([]);
  });
});

describe('a web page', () => {
  it.each(['http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:5173'])(
    'of this machine can send requests: %s',
    async (origin) => {
      const { proxy } = await startProxyTo();
      const headers = [['origin', origin]] as const;
      expect(await sendRawRequest(proxy.url, { path, headers })).toMatchObject({ status: 200 });
    },
  );

  it.each([
    'https://evil.example',
    'http://localhost.evil.example',
    'null',
    'file://localhost',
    '',
  ])('of another origin cannot send requests: "%s"', async (origin) => {
    const { proxy, upstream } = await startProxyTo();
    for (const method of ['POST', 'GET', 'OPTIONS']) {
      const headers = [['origin', origin]] as const;
      const rejection = await sendRawRequest(proxy.url, { method, path, headers, body: '{}' });
      expect(rejection).toMatchObject({ status: 403, headers: { 'content-type': problemType } });
      expect(rejection.body.detail).toContain('--cors');
    }
    expect(upstream.requests).toEqual([]);
  });

  it('of an allowed origin can send requests', async () => {
    const { proxy } = await startProxyTo('--cors', 'https://app.example.test');
    const headers = [['origin', 'https://app.example.test']] as const;
    expect(await sendRawRequest(proxy.url, { path, headers })).toMatchObject({ status: 200 });
  });
});

describe('Via', () => {
  it('is appended to existing values in both directions', async () => {
    const upstream = await startUpstream((_, res) => {
      res.writeHead(200, { Via: '1.1 gateway' }).end('{}');
    });
    const firstProxy = await startProxy(upstream.url);
    const secondProxy = await startProxy(firstProxy.url);
    const response = await fetch(`${secondProxy.url}/user`, { headers: { via: '1.0 phone' } });
    // Each proxy is named after its first request id.
    const name = 'flagbearer-[0-9a-f]{12}-1';
    const sent = upstream.requests[0]?.headers.via;
    expect(sent).toMatch(new RegExp(`^1\\.0 phone, 1\\.1 ${name}, 1\\.1 ${name}$`));
    expect(response.status).toBe(200);
    expect(response.headers.get('via')).toMatch(
      new RegExp(`^1\\.1 gateway, 1\\.1 ${name}, 1\\.1 ${name}$`),
    );
  });

  it('reveals a loop, which the proxy rejects with 508', async () => {
    // The upstream forwards to the proxy, as a misconfigured gateway can do.
    let proxyUrl = '';
    const upstream = await startUpstream((req, res) => {
      const { method, headers, url } = req;
      const options = { method, headers: { ...headers, host: 'localhost' } };
      const forwarded = request(`${proxyUrl}${url}`, options, (received) => {
        res.writeHead(received.statusCode ?? 0, received.headers);
        received.pipe(res);
      });
      req.pipe(forwarded);
    });
    const proxy = await startProxy(upstream.url);
    proxyUrl = proxy.url;
    const response = await new ClientApp(proxy.url).start(toNetworkIdentity(createWallet()));
    expect(response).toMatchObject({
      status: 508,
      body: { title: 'Loop Detected', status: 508, detail: expect.stringContaining('upstream') },
    });
    expect(upstream.requests).toHaveLength(1);
  });
});
