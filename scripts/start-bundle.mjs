/**
 * Bundles `flagbearer start` into one file, because loading takes most of the start: 65 chunks of ES
 * modules take 240 ms of CPU time, this file takes 170 ms. In CommonJS, dynamic imports in the same file
 * are evaluated on demand. Packages that few starts need are separate files.
 */
import { chmod } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import {
  commonJsOptions,
  replaceFaker,
  externalPackages,
  root,
  nodeOptions,
  replaceImports,
  withoutCharsets,
} from './bundle-options.mjs';

/** Packages that are loaded on demand, each from a file in dist/vendor. */
const ON_DEMAND = [
  '@apiture/openapi-down-convert',
  '@peculiar/x509',
  'ethers/crypto',
  'kysely',
  'mime-types',
  'pg',
  'prom-client',
  'proper-lockfile',
  'yaml',
];

const getVendorFile = (/** @type {string} */ name) =>
  `vendor/${name.replace(/^@[^/]+[/]/, '').replace('/', '-')}.cjs`;

/** Returns the import that must precede a package: the decorators of @peculiar/x509 use reflect-metadata. */
const createPrerequisite = (/** @type {string} */ name) =>
  name === '@peculiar/x509' ? "import 'reflect-metadata';" : '';

/** Imports all commands except `start` from command-line.js instead of bundling them. */
const importOtherCommands = {
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
 * Loads the list of all media types on demand, because Express imports the list and requests do not need it.
 * @type {import('esbuild').Plugin}
 */
const loadMediaTypesOnDemand = {
  name: 'media-types-on-demand',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^mime-types$/ }, () => ({
      path: 'media-types',
      namespace: 'media-types',
    }));
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
    ...commonJsOptions,
    external: externalPackages,
    // Identifiers are not minified, for readable stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    metafile: true,
    write,
  };
  const { outdir: _, ...vendorOptions } = common;
  const built = await Promise.all([
    build({
      ...nodeOptions,
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
        importOtherCommands,
        replaceFaker('../faker-en.cjs'),
        loadMediaTypesOnDemand,
        withoutCharsets,
        replaceImports(/^reflect-metadata$/, `../${getVendorFile('@peculiar/x509')}`),
        ...ON_DEMAND.map((name) =>
          replaceImports(new RegExp(`^${name}$`), `../${getVendorFile(name)}`),
        ),
      ],
    }),
    ...ON_DEMAND.map((name) =>
      build({
        ...vendorOptions,
        stdin: {
          contents: `${createPrerequisite(name)} export * from '${name}';`,
          resolveDir: fileURLToPath(root),
        },
        outfile: `dist/${getVendorFile(name)}`,
      }),
    ),
  ]);
  if (write) await chmod(new URL('dist/cli/main.js', root), 0o755);
  return Object.assign({}, ...built.map(({ metafile }) => metafile?.outputs));
}
