import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript';
import { run } from './run-command.mjs';

const root = new URL('../', import.meta.url);
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/**
 * Writes the declarations of the entries, and of the modules that they import, into dist/types. Writes a
 * copy for CommonJS into dist/types-cjs.
 */
export async function writeDeclarations() {
  await run(process.execPath, fileURLToPath(root), tsc, '--project', 'tsconfig.build.json');
  await declareSchemas();
  await fixReferences();
  await removeUnreachable();
  await declareForCommonJs();
}

/** Removes the declarations of modules that the entries do not import: about nine out of ten. */
async function removeUnreachable() {
  const types = new URL('dist/types/', root);
  const { files } = JSON.parse(await readFile(new URL('tsconfig.build.json', root), 'utf8'));
  const reachableFiles = new Set();
  const queue = files.map((/** @type {string} */ file) => new URL(toDeclaration(file), types).href);
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reachableFiles.has(file) || !existsSync(new URL(file))) continue;
    reachableFiles.add(file);
    const text = await readFile(new URL(file), 'utf8');
    for (const { fileName } of typescript.preProcessFile(text).importedFiles) {
      if (fileName.startsWith('.')) queue.push(new URL(toDeclaration(fileName), file).href);
    }
  }
  for (const path of await readdir(types, { recursive: true })) {
    const file = new URL(path, types);
    if (path.endsWith('.d.ts') && !reachableFiles.has(file.href)) await rm(file);
  }
}

function toDeclaration(/** @type {string} */ path) {
  return path.replace(/(?:[.]d)?[.][jt]s$/, '.d.ts');
}

/** Copies the declarations to a folder with a package.json that declares them as CommonJS. */
async function declareForCommonJs() {
  const copy = new URL('dist/types-cjs/', root);
  await cp(new URL('dist/types/', root), copy, { recursive: true });
  await writeFile(new URL('package.json', copy), '{ "type": "commonjs" }\n');
}

/** Writes the JSON schemas as declarations, because not every TypeScript project can import JSON. */
async function declareSchemas() {
  const schemas = new URL('openapi/schemas/', root);
  const target = new URL('dist/types/openapi/schemas/', root);
  await mkdir(target, { recursive: true });
  for (const file of await readdir(schemas)) {
    const schema = JSON.parse(await readFile(new URL(file, schemas), 'utf8'));
    const declaration = `declare const schema: ${JSON.stringify(schema)};\nexport default schema;\n`;
    await writeFile(new URL(file.replace(/json$/, 'd.ts'), target), declaration);
  }
}

/** Adds references to the types of Node, and imports the declarations of the JSON schemas. */
async function fixReferences() {
  const types = new URL('dist/types/src/', root);
  for (const file of await readdir(types, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const text = await readFile(new URL(file, types), 'utf8');
    // TypeScript 6 and later include no global types unless a file names them.
    const reference = /\bNodeJS\b|\bBuffer\b|node:/.test(text)
      ? '/// <reference types="node" />\n'
      : '';
    await writeFile(
      new URL(file, types),
      reference + text.replaceAll(".schema.json'", ".schema.js'"),
    );
  }
}
