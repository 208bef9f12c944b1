/** Tests the console files that the server sends; test/console tests the console in a browser. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

import { useSandbox } from '../sandbox.ts';

const sandbox = useSandbox({ controlToken: 'let-me-in' });

/** Returns the bytes as sent; fetch would decompress them. */
function readBytes(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      get(`${sandbox.url}${path}`, { headers }, (response) => {
        const { statusCode: status = 0 } = response;
        buffer(response).then(
          (body) => resolve({ status, headers: response.headers, body }),
          reject,
        );
      }).on('error', reject);
    },
  );
}

describe('the console page', () => {
  it.each(['/sandbox/console', '/w/checkout/sandbox/console', '/sandbox/console?from=start'])(
    'is served at %s without a token, even for an unknown workspace',
    async (path) => {
      const page = await fetch(`${sandbox.url}${path}`);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await page.text()).toContain('<div id="console">');
    },
  );

  it('runs only its own scripts and styles, and cannot be framed', async () => {
    const page = await fetch(`${sandbox.url}/sandbox/console`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    const html = await page.text();
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|\sstyle=/);
    expect(html).not.toMatch(/(src|href)="https?:/);
  });

  it('is revalidated on each request, with 304 while it is unchanged', async () => {
    const page = await fetch(`${sandbox.url}/sandbox/console`);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const notModified = await readBytes('/sandbox/console', {
      'if-none-match': page.headers.get('etag') ?? '',
    });
    expect(notModified).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });

  it('redirects the URL with a trailing slash', async () => {
    const { status, headers } = await readBytes('/sandbox/console/');
    expect({ status, location: headers['location'] }).toEqual({
      status: 308,
      location: '../console',
    });
  });

  it('supports HEAD and rejects other methods', async () => {
    const head = await fetch(`${sandbox.url}/sandbox/console`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    const post = await fetch(`${sandbox.url}/sandbox/console`, { method: 'POST' });
    expect(post.status).toBe(405);
    expect(post.headers.get('allow')).toBe('GET, HEAD');
  });

  it('is rejected for a Host header that is not allowed', async () => {
    const { status } = await readBytes('/sandbox/console', { host: 'evil.example' });
    expect(status).toBe(403);
  });
});

describe('a console asset', () => {
  async function findScriptPath(): Promise<string> {
    const page = await (await fetch(`${sandbox.url}/sandbox/console`)).text();
    return /src="(console\/[^"]+[.]js)"/.exec(page)?.[1] ?? '';
  }

  it('is cached as immutable, since its name contains a content hash', async () => {
    const { status, headers } = await readBytes(`/sandbox/${await findScriptPath()}`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is compressed if the client accepts gzip', async () => {
    const path = `/w/checkout/sandbox/${await findScriptPath()}`;
    const compressed = await readBytes(path, { 'accept-encoding': 'br, gzip' });
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    });
    const uncompressed = await readBytes(path);
    expect(uncompressed.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(compressed.body).equals(uncompressed.body)).toBe(true);
  });

  it.each(['/sandbox/console/nothing.js', '/sandbox/console/..%2f..%2fpackage.json'])(
    'is rejected if it is missing or outside its folder: %s',
    async (path) => {
      const { status, headers } = await readBytes(path);
      expect(status).toBe(404);
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    },
  );
});

describe('the first view of the console', () => {
  it('loads at most 120 kB of scripts, without the editor', async () => {
    const page = await readFile('dist/console/page.html', 'utf8');
    const names = (await readdir('dist/console')).filter((name) => name.endsWith('.js'));
    const entryScripts = names.filter((name) => page.includes(name));
    expect(entryScripts).toHaveLength(1);
    expect(names.some((name) => name.startsWith('editor-'))).toBe(true);
    const script = await readFile(`dist/console/${entryScripts[0]}`, 'utf8');
    // Static imports of the entry are loaded with it.
    expect(script).not.toMatch(/(^|;)import\s*[{"*]/);
    expect(gzipSync(script).length).toBeLessThan(120_000);
  });
});
