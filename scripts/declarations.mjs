import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import typescript from 'typescript';

const root = new URL('../', import.meta.url);
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/**
 * Writes the types of the entries, and of what they export from elsewhere, into dist/types, and for
 * CommonJS into dist/types-cjs.
 */
export async function writeDeclarations() {
  const run = promisify(execFile);
  await run(process.execPath, [tsc, '--project', 'tsconfig.build.json'], {
    cwd: fileURLToPath(root),
  });
  await declareSchemas();
  await removeUnreachable();
  await declareForCommonJs();
}

/** Nine of ten declarations are of modules that no entry refers to. */
async function removeUnreachable() {
  const types = new URL('dist/types/', root);
  const { files } = JSON.parse(await readFile(new URL('tsconfig.build.json', root), 'utf8'));
  const reached = new Set();
  const waiting = files.map(
    (/** @type {string} */ file) => new URL(readDeclaration(file), types).href,
  );
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file) || !existsSync(new URL(file))) continue;
    reached.add(file);
    const text = await readFile(new URL(file), 'utf8');
    for (const { fileName } of typescript.preProcessFile(text).importedFiles) {
      if (fileName.startsWith('.')) waiting.push(new URL(readDeclaration(fileName), file).href);
    }
  }
  for (const path of await readdir(types, { recursive: true })) {
    const file = new URL(path, types);
    if (path.endsWith('.d.ts') && !reached.has(file.href)) await rm(file);
  }
}

function readDeclaration(/** @type {string} */ path) {
  return path.replace(/(?:[.]d)?[.][jt]s$/, '.d.ts');
}

/** TypeScript reads from the nearest package.json whether declarations are CommonJS. */
async function declareForCommonJs() {
  const copy = new URL('dist/types-cjs/', root);
  await cp(new URL('dist/types/', root), copy, { recursive: true });
  await writeFile(new URL('package.json', copy), '{ "type": "commonjs" }\n');
}

/** A user's TypeScript may refuse to import JSON: so the schemas become declarations too. */
async function declareSchemas() {
  const schemas = new URL('openapi/schemas/', root);
  const declared = new URL('dist/types/openapi/schemas/', root);
  await mkdir(declared, { recursive: true });
  for (const file of await readdir(schemas)) {
    const schema = JSON.parse(await readFile(new URL(file, schemas), 'utf8'));
    const declaration = `declare const schema: ${JSON.stringify(schema)};\nexport default schema;\n`;
    await writeFile(new URL(file.replace(/json$/, 'd.ts'), declared), declaration);
  }

  const types = new URL('dist/types/src/', root);
  for (const file of await readdir(types, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const text = await readFile(new URL(file, types), 'utf8');
    await writeFile(new URL(file, types), text.replaceAll(".schema.json'", ".schema.js'"));
  }
}
