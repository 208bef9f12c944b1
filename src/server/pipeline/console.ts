import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

import type { Request, RequestHandler, Response } from 'express';

import { getRootHost, findWorkspaceOfHost } from '../../http/workspace-host.ts';
import { getPackageFile } from '../../package-files.ts';

const PAGE = 'page.html';

/** `/`, or the root of a workspace. */
const ROOT = /^(?:\/w\/([^/?]+))?\/?(?:[?]|$)/;
/** The page, or a file of it, at the root or below a workspace. */
const CONSOLE = /^(?:\/w\/[^/?]+)?\/sandbox\/console(?:\/([^/?]*))?(?:[?]|$)/;

/**
 * Allows only scripts and styles of the console, requests to this sandbox, and no frames.
 * Text of a scenario or client that the page shows cannot run as a script.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/**
 * Serves the console. Its files contain no secret, so they need no control token; the control API that the
 * page uses does. They are loaded when the console is first opened.
 */
export function createConsoleStage(): RequestHandler {
  const files = new ConsoleFiles();

  return (req, res, next) => {
    const match = CONSOLE.exec(req.url);
    if (match !== null) return serve(req, res, match[1]);
    const root = ROOT.exec(req.url);
    if (root !== null && isPageRequest(req)) {
      req.context.area = 'console';
      redirect(res, getConsoleUrl(req, root[1]));
    } else next();
    return undefined;
  };

  async function serve(req: Request, res: Response, name = PAGE): Promise<void> {
    req.context.area = 'console';
    const workspace = findWorkspaceOfHost(req.headers.host);
    if (name === PAGE && workspace !== undefined) {
      // The page sends requests of each workspace to the path of that workspace.
      redirect(res, getConsoleUrl(req, workspace));
      return;
    }
    if (req.method !== 'GET' && req.method !== 'HEAD')
      refuse(res, 405, 'The console is read only.');
    // With a slash at the end, the relative links of the page would not resolve.
    else if (name === '') res.writeHead(308, { Location: '../console', 'Content-Length': 0 }).end();
    else await sendFile(req, res, name, await files.find(name));
  }
}

/** Returns whether a browser opens the URL as a page. */
function isPageRequest({ method, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '');
}

/** Returns the URL of the console, opened at the workspace that the host name or the path selects. */
function getConsoleUrl({ headers, path, protocol }: Request, workspace?: string): string {
  const { host = '' } = headers;
  const selected = findWorkspaceOfHost(host) ?? workspace;
  const fragment = selected === undefined ? '' : `#/w/${selected}`;
  const root = getRootHost(host);
  // A reverse proxy may have removed a prefix of the path, so the redirect is relative.
  const up = root === host ? '../'.repeat(path.split('/').length - 2) : `${protocol}://${root}/`;
  return `${up}sandbox/console${fragment}`;
}

function redirect(res: Response, url: string): void {
  res.writeHead(307, { Location: url, 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
}

async function sendFile(
  req: Request,
  res: Response,
  name: string,
  file: ConsoleFile | undefined,
): Promise<void> {
  if (file === undefined) {
    const message =
      name === PAGE
        ? 'The console is not built. In a clone of flagbearer, run npm run build.'
        : 'Unknown console file. Reload the page.';
    refuse(res, 404, message);
    return;
  }
  const encoding = chooseEncoding(req);
  const content = await file.encode(encoding);
  const headers = {
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    Vary: 'Accept-Encoding',
    ETag: file.etag,
    // The names of other files contain a hash of their content.
    'Cache-Control': name === PAGE ? 'no-cache' : 'public, max-age=31536000, immutable',
  };
  if (req.headers['if-none-match'] === file.etag) {
    res.writeHead(304, headers).end();
    return;
  }
  res.writeHead(200, {
    ...headers,
    'Content-Type': file.mediaType,
    'Content-Length': content.length,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
  });
  res.end(req.method === 'HEAD' ? undefined : content);
}

function chooseEncoding(req: Request): Encoding {
  const accepted = req.acceptsEncodings('br', 'gzip', 'identity');
  return accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
}

function refuse(res: Response, status: 404 | 405, message: string): void {
  const text = `${message}\n`;
  res.writeHead(status, {
    ...(status === 405 && { Allow: 'GET, HEAD' }),
    'Cache-Control': 'no-store',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  res.end(text);
}

type Encoding = 'br' | 'gzip' | 'identity';

interface ConsoleFile {
  readonly mediaType: string;
  /** See RFC 9110, section 8.8.3. */
  readonly etag: string;
  /** Returns the content, compressed once for each encoding. */
  encode(encoding: Encoding): Promise<Buffer>;
}

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
]);

const encode: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
  identity: async (content) => content,
};

/** Reads the files on demand. Only names of files in the folder are valid, so no path leads out of it. */
class ConsoleFiles {
  readonly #folder = getPackageFile('dist/console');
  readonly #files = new Map<string, Promise<ConsoleFile>>();

  /** Resolves to undefined for an unknown file, and for the page if it was never built. */
  async find(name: string): Promise<ConsoleFile | undefined> {
    const names = await readdir(this.#folder).catch((): string[] => []);
    const mediaType = MEDIA_TYPES.get(extname(name));
    if (!names.includes(name) || mediaType === undefined) return undefined;
    // Only the page has the same name in every build of the console.
    const known = name === PAGE ? undefined : this.#files.get(name);
    const file = known ?? readConsoleFile(join(this.#folder, name), mediaType);
    this.#files.set(name, file);
    return file;
  }
}

async function readConsoleFile(path: string, mediaType: string): Promise<ConsoleFile> {
  const content = await readFile(path);
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  const encoded = new Map<Encoding, Promise<Buffer>>();
  return {
    mediaType,
    etag: `"${digest}"`,
    encode(encoding) {
      const bytes = encoded.get(encoding) ?? encode[encoding](content);
      encoded.set(encoding, bytes);
      return bytes;
    },
  };
}
