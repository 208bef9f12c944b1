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
 * @param file path of a file without import(), which cached code does not support
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
    // Written at exit: by then, the functions that requests use are compiled, too.
    process.once('exit', (code) => {
      if (code === 0) write(cacheFile, script);
    });
  }
  const module = { exports: {} };
  const run = script.runInThisContext() as CommonJs;
  run(module.exports, createRequire(file), module, file, dirname(file));
}

/**
 * Returns the cache file of a text for this Node version. Returns undefined if other users can write to the
 * folder, because cached code is executed.
 */
function getCacheFile(digest: string): string | undefined {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `flagbearer-${user ?? 'compiled'}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    const isWritableByOthers = (mode & 0o022) !== 0;
    const isSafe = user === undefined || (uid === user && !isWritableByOthers);
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
