import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

import { packageFile } from '../package-files.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface ConsoleFile {
  readonly mediaType: string;
  /** See RFC 9110, section 8.8.3. */
  readonly etag: string;
  /** Returns the content, compressed once for each encoding. */
  in(encoding: Encoding): Promise<Buffer>;
}

export const PAGE = 'page.html';

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
export class ConsoleFiles {
  readonly #folder = packageFile('dist/console');
  readonly #files = new Map<string, Promise<ConsoleFile>>();

  /** Resolves to undefined for an unknown file, and for the page if it was never built. */
  async file(name: string): Promise<ConsoleFile | undefined> {
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
    in(encoding) {
      const bytes = encoded.get(encoding) ?? encode[encoding](content);
      encoded.set(encoding, bytes);
      return bytes;
    },
  };
}
