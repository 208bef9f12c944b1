import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

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
 * Serves the console. Unlike the control API, the files of the console need no control token, because they
 * contain no secret.
 */
export function createConsoleStage(): RequestHandler {
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
      // One page, at the host without a workspace, shows all workspaces and sends requests to their paths.
      redirect(res, getConsoleUrl(req, workspace));
      return;
    }
    if (req.method !== 'GET' && req.method !== 'HEAD')
      refuse(res, 405, 'The console is read only.');
    // With a slash at the end, the relative links of the page would not resolve.
    else if (name === '') res.writeHead(308, { Location: '../console', 'Content-Length': 0 }).end();
    else await sendFile(req, res, name);
  }
}

function isPageRequest({ method, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '');
}

/** Returns the URL of the console, opened at the workspace that the host name or the path selects. */
function getConsoleUrl({ headers, path, protocol }: Request, workspace?: string): string {
  const { host = '' } = headers;
  const selected = findWorkspaceOfHost(host) ?? workspace;
  const fragment = selected === undefined ? '' : `#/w/${selected}`;
  const root = getRootHost(host);
  // The same host: relative, because a reverse proxy may have removed a prefix of the path.
  const baseUrl =
    root === host ? '../'.repeat(path.split('/').length - 2) : `${protocol}://${root}/`;
  return `${baseUrl}sandbox/console${fragment}`;
}

function redirect(res: Response, url: string): void {
  res.writeHead(307, { Location: url, 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
}

async function sendFile(req: Request, res: Response, name: string): Promise<void> {
  // Only names of files in the folder are valid, so no path leads out of it.
  const folder = getPackageFile('dist/console');
  const names = await readdir(folder).catch((): string[] => []);
  const mediaType = MEDIA_TYPES.get(extname(name));
  if (!names.includes(name) || mediaType === undefined) {
    const message =
      name === PAGE
        ? 'The console is not built. In a clone of flagbearer, run npm run build.'
        : 'Unknown console file. Reload the page.';
    refuse(res, 404, message);
    return;
  }
  const file = await readFile(join(folder, name));
  const etag = `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    Vary: 'Accept-Encoding',
    ETag: etag,
    // The names of other files contain a hash of their content.
    'Cache-Control': name === PAGE ? 'no-cache' : 'public, max-age=31536000, immutable',
  };
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304, headers).end();
    return;
  }
  const isCompressed = req.acceptsEncodings('gzip', 'identity') === 'gzip';
  const content = isCompressed ? await compress(file) : file;
  res.writeHead(200, {
    ...headers,
    'Content-Type': mediaType,
    'Content-Length': content.length,
    ...(isCompressed && { 'Content-Encoding': 'gzip' }),
  });
  res.end(req.method === 'HEAD' ? undefined : content);
}

const compress = promisify(gzip);

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

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
]);
