/**
 * Bundles src into dist. The packages under "dependencies" in package.json stay outside and are
 * installed beside flagbearer; the others become part of the bundle, so that it starts fast.
 */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../', import.meta.url);
const { dependencies } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));

/** Bundled CommonJS packages ask for Node's own modules by `require`. */
const requireForCommonJs = [
  "import { createRequire as createRequireForBundle } from 'node:module';",
  'const require = createRequireForBundle(import.meta.url);',
].join('\n');

/** The executable: turns the compile cache on (Node 22 has one), then loads the command line. */
const launcher = `#!/usr/bin/env node
import module from 'node:module';

module.enableCompileCache?.();
await import('./command-line.js');
`;

/**
 * Leaves out the charsets of body-parser, half a megabyte that takes longer to load than the
 * sandbox: bodies are read as bytes (src/http/body.ts), so none of them is ever asked for.
 * @type {import('esbuild').Plugin}
 */
const withoutCharsets = {
  name: 'without-charsets',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^iconv-lite$/ }, () => ({ path: 'none', namespace: 'charsets' }));
    onLoad({ filter: /.*/, namespace: 'charsets' }, () => ({
      contents: 'exports.encodingExists = () => false;',
    }));
  },
};

/** The files that vitest loads one by one when `flagbearer conform` runs. */
async function conformanceEntries() {
  const checks = await readdir(new URL('conformance/sections/', root));
  const names = [
    ...checks.filter((name) => name.endsWith('.check.ts')).map((name) => `sections/${name}`),
    'vitest/host.ts',
    'vitest/end.ts',
  ];
  return Object.fromEntries(
    names.map((name) => [`conformance/${name.replace(/[.]ts$/, '')}`, `conformance/${name}`]),
  );
}

/**
 * Writes dist/index.js, dist/cli/main.js, dist/conformance and their chunks; removes nothing.
 * @param {{ write?: boolean }} options `write: false` only tells what the bundle would hold
 * @returns {Promise<import('esbuild').Metafile>} which module went where
 */
export async function bundle({ write = true } = {}) {
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(root),
    entryPoints: {
      index: 'src/index.ts',
      'cli/command-line': 'src/cli/main.ts',
      ...(await conformanceEntries()),
    },
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: Object.keys(dependencies),
    plugins: [withoutCharsets],
    banner: { js: requireForCommonJs },
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write,
  });
  if (write) {
    await mkdir(new URL('dist/cli/', root), { recursive: true });
    await writeFile(new URL('dist/cli/main.js', root), launcher, { mode: 0o755 });
  }
  return metafile;
}
