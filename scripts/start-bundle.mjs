/**
 * Bundles `flagbearer start` into one file, since loading dominates the start: 65 chunks of ES modules
 * take 240 ms of CPU time, this file 170. In CommonJS, dynamic imports in the same file are evaluated
 * on demand. Packages that few starts need are separate files.
 */
import { chmod } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import {
  asCommonJs,
  englishFrom,
  installed,
  root,
  shared,
  standIn,
  withoutCharsets,
} from './bundle-options.mjs';

/** Modules that are loaded on demand, by the name of their file in dist/vendor. */
const VENDORS = {
  'ethers-crypto': "export * from 'ethers/crypto';",
  'openapi-down-convert': "export * from '@apiture/openapi-down-convert';",
  kysely: "export * from 'kysely';",
  pg: "export * from 'pg';",
  'prom-client': "export * from 'prom-client';",
  'proper-lockfile': "export * from 'proper-lockfile';",
  x509: "import 'reflect-metadata'; export * from '@peculiar/x509';",
  yaml: "export * from 'yaml';",
  'mime-types': "module.exports = require('mime-types');",
};

/** The other commands are not in this file and never loaded from it. */
const otherCommands = {
  name: 'other-commands',
  setup(/** @type {import('esbuild').PluginBuild} */ { onResolve }) {
    onResolve({ filter: /^[.][/]/ }, ({ path, importer }) =>
      /[\\/]cli[\\/]commands[.]ts$/.test(importer) && !/[/]start[.]ts$/.test(path)
        ? { path: './command-line.js', external: true }
        : undefined,
    );
  },
};

/**
 * Express loads the list of all media types at once, which our requests do not need.
 * @type {import('esbuild').Plugin}
 */
const lateMediaTypes = {
  name: 'late-media-types',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^mime-types$/ }, () => ({ path: 'late', namespace: 'media-types' }));
    onResolve({ filter: /^[.][.][/]vendor[/]/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /.*/, namespace: 'media-types' }, () => ({
      contents: ['lookup', 'contentType', 'charset', 'extension']
        .map(
          (name) =>
            `exports.${name} = (text) => require('../vendor/mime-types.cjs').${name}(text);`,
        )
        .join('\n'),
    }));
  },
};

/**
 * Writes dist/cli/main.js, which is the executable, dist/cli/start.cjs and dist/vendor.
 * @param {{ write: boolean }} options
 * @returns {Promise<import('esbuild').Metafile['outputs']>} the inputs of each file
 */
export async function bundleStart({ write }) {
  /** @type {import('esbuild').BuildOptions & { metafile: true }} */
  const common = {
    ...asCommonJs,
    external: installed,
    // Names stay, for the traces of errors.
    minifyWhitespace: true,
    minifySyntax: true,
    metafile: true,
    write,
  };
  const { outdir: _, ...besides } = common;
  const built = await Promise.all([
    build({
      ...shared,
      format: 'esm',
      entryPoints: { 'cli/main': 'src/cli/launch.ts' },
      banner: { js: '#!/usr/bin/env node' },
      metafile: true,
      write,
    }),
    build({
      ...common,
      entryPoints: { 'cli/start': 'src/cli/main.ts' },
      plugins: [
        otherCommands,
        englishFrom('../faker-en.cjs'),
        lateMediaTypes,
        withoutCharsets,
        standIn(/^ethers\/crypto$/, '../vendor/ethers-crypto.cjs'),
        standIn(/^@apiture[/]openapi-down-convert$/, '../vendor/openapi-down-convert.cjs'),
        standIn(/^kysely$/, '../vendor/kysely.cjs'),
        standIn(/^pg$/, '../vendor/pg.cjs'),
        standIn(/^(@peculiar[/]x509|reflect-metadata)$/, '../vendor/x509.cjs'),
        standIn(/^yaml$/, '../vendor/yaml.cjs'),
        standIn(/^prom-client$/, '../vendor/prom-client.cjs'),
        standIn(/^proper-lockfile$/, '../vendor/proper-lockfile.cjs'),
      ],
    }),
    ...Object.entries(VENDORS).map(([name, contents]) =>
      build({
        ...besides,
        stdin: { contents, resolveDir: fileURLToPath(root), sourcefile: `${name}.js` },
        outfile: `dist/vendor/${name}.cjs`,
      }),
    ),
  ]);
  if (write) await chmod(new URL('dist/cli/main.js', root), 0o755);
  return Object.assign({}, ...built.map(({ metafile }) => metafile?.outputs));
}
