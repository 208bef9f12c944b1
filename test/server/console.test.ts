/** The pages of the console as served; test/console tests them in a browser. */
import { gunzipSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { get } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

import { useSandbox } from '../sandbox.ts';

const sandbox = useSandbox({ controlToken: 'let-me-in' });

/** As bytes, since fetch decodes. */
function bytesOf(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      get(`${sandbox.url}${path}`, { headers }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(pieces),
          }),
        );
      }).on('error', reject);
    },
  );
}

describe('the page of the console', () => {
  it.each(['/sandbox/console', '/w/checkout/sandbox/console', '/sandbox/console?from=start'])(
    'is at %s, without a token and without its workspace',
    async (path) => {
      const page = await fetch(`${sandbox.url}${path}`);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await page.text()).toContain('<div id="console">');
    },
  );

  it('runs only its own scripts and styles, and can not be framed', async () => {
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

  it('is asked for anew each time, and not sent again while it is the same', async () => {
    const page = await fetch(`${sandbox.url}/sandbox/console`);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const again = await bytesOf('/sandbox/console', {
      'if-none-match': page.headers.get('etag') ?? '',
    });
    expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });

  it('has one address', async () => {
    const { status, headers } = await bytesOf('/sandbox/console/');
    expect({ status, location: headers['location'] }).toEqual({
      status: 308,
      location: '../console',
    });
  });

  it('is there for HEAD, and for nothing else', async () => {
    const head = await fetch(`${sandbox.url}/sandbox/console`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    const post = await fetch(`${sandbox.url}/sandbox/console`, { method: 'POST' });
    expect(post.status).toBe(405);
    expect(post.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('a file of the console', () => {
  async function script(): Promise<string> {
    const page = await (await fetch(`${sandbox.url}/sandbox/console`)).text();
    return /src="(console\/[^"]+[.]js)"/.exec(page)?.[1] ?? '';
  }

  it('may be kept for ever: its name is that of its content', async () => {
    const { status, headers } = await bytesOf(`/sandbox/${await script()}`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('comes compressed to who takes %s', async (encoding, decoded) => {
    const path = `/w/checkout/sandbox/${await script()}`;
    const packed = await bytesOf(path, { 'accept-encoding': encoding });
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    const plain = await bytesOf(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(decoded(packed.body).equals(plain.body)).toBe(true);
  });

  it.each(['/sandbox/console/nothing.js', '/sandbox/console/..%2f..%2fpackage.json'])(
    'is one of those in its folder: not %s',
    async (path) => {
      const { status, headers } = await bytesOf(path);
      expect(status).toBe(404);
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    },
  );

  it('needs a Host that is one of the sandbox', async () => {
    const { status } = await bytesOf('/sandbox/console', { host: 'evil.example' });
    expect(status).toBe(403);
  });
});

describe('the first view', () => {
  it('needs at most 120 kB of script, the editor not among it', async () => {
    const page = await readFile('dist/console/page.html', 'utf8');
    const names = (await readdir('dist/console')).filter((name) => name.endsWith('.js'));
    const first = names.filter((name) => page.includes(name));
    expect(first).toHaveLength(1);
    expect(names.some((name) => name.startsWith('editor-'))).toBe(true);
    const script = await readFile(`dist/console/${first[0]}`, 'utf8');
    // What the entry imports at once would be loaded with it.
    expect(script).not.toMatch(/(^|;)import\s*[{"*]/);
    expect(gzipSync(script).length).toBeLessThan(120_000);
  });
});
