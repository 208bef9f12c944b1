/** Caches compiled CommonJS between starts, for Node 20, which has no compile cache. */
import { hash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

type CommonJs = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  filename: string,
  dirname: string,
) => void;

/**
 * Runs a file like `require`. The compiled code is cached in the folder for temporary files, which saves a
 * quarter of the start time; without a usable cache, the file is compiled.
 *
 * @param file its path; it must not use import(), which cached code does not support
 */
export function requireCompiled(file: string): void {
  const text = readFileSync(file, 'utf8');
  const cacheFile = getCacheFile(hash('sha1', text));
  const cachedData = cacheFile === undefined ? undefined : read(cacheFile);
  const wrapperStart = '(function (exports, require, module, __filename, __dirname) { ';
  const script = new Script(`${wrapperStart}${text}\n})`, {
    filename: file,
    columnOffset: -wrapperStart.length,
    ...(cachedData && { cachedData }),
  });
  if (cacheFile !== undefined && (cachedData === undefined || script.cachedDataRejected === true)) {
    // At exit, the functions of the first requests are compiled too, unless the start failed.
    process.once('exit', (code) => {
      if (code === 0) write(cacheFile, script);
    });
  }
  const loaded = { exports: {} };
  const run = script.runInThisContext() as CommonJs;
  run(loaded.exports, createRequire(file), loaded, file, dirname(file));
}

/**
 * Returns the cache file of a text, by Node version. Cached code is executed: undefined if other users can
 * write to the folder.
 */
function getCacheFile(digest: string): string | undefined {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `flagbearer-${user ?? 'compiled'}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    const isSafe = user === undefined || (uid === user && (mode & 0o022) === 0);
    return isSafe ? join(folder, `${digest}-${process.version}-${process.arch}`) : undefined;
  } catch {
    return undefined;
  }
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Writes atomically: two processes may start at the same time. */
function write(file: string, script: Script): void {
  try {
    const temporaryFile = `${file}.${process.pid}`;
    writeFileSync(temporaryFile, script.createCachedData(), { mode: 0o600 });
    renameSync(temporaryFile, file);
  } catch {
    // The next start compiles again.
  }
}
