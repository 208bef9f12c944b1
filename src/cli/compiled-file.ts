/** CommonJS that is compiled once and not at every start, for Node 20, which has no cache of its own. */
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
 * Runs a file as `require` does. What V8 makes of it is kept in the folder for temporary files, which
 * saves a start a quarter of its time; where nothing can be kept there, or what is kept is of no use,
 * the file is compiled.
 *
 * @param file its path; it may not use import(), which code that was kept can't
 */
export function requireCompiled(file: string): void {
  const text = readFileSync(file, 'utf8');
  const kept = keptAs(hash('sha1', text));
  const cachedData = kept === undefined ? undefined : read(kept);
  const head = '(function (exports, require, module, __filename, __dirname) { ';
  const script = new Script(`${head}${text}\n})`, {
    filename: file,
    columnOffset: -head.length,
    ...(cachedData && { cachedData }),
  });
  if (kept !== undefined && (cachedData === undefined || script.cachedDataRejected === true)) {
    // By then what the first calls need has been compiled too, unless the start was refused.
    process.once('exit', (code) => {
      if (code === 0) keep(kept, script);
    });
  }
  const loaded = { exports: {} };
  const run = script.runInThisContext() as CommonJs;
  run(loaded.exports, createRequire(file), loaded, file, dirname(file));
}

/**
 * Where the compiled code of a text is kept, by the version of Node. Code is run as it is found there,
 * so the folder has to be one that nobody else may write to.
 */
function keptAs(digest: string): string | undefined {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `flagbearer-${user ?? 'compiled'}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    const isOwn = user === undefined || (uid === user && (mode & 0o022) === 0);
    return isOwn ? join(folder, `${digest}-${process.version}-${process.arch}`) : undefined;
  } catch {
    return undefined;
  }
}

function read(kept: string): Buffer | undefined {
  try {
    return readFileSync(kept);
  } catch {
    return undefined;
  }
}

/** Whole or not at all: two starts may keep the same at a time. */
function keep(kept: string, script: Script): void {
  try {
    const part = `${kept}.${process.pid}`;
    writeFileSync(part, script.createCachedData(), { mode: 0o600 });
    renameSync(part, kept);
  } catch {
    // The next start compiles again.
  }
}
