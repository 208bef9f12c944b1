import { isBuiltin } from 'node:module';
import type { Metafile } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { bundle } from '../../scripts/bundle.mjs';

const { outputs } = await bundle({ write: false });

describe('the bundle', () => {
  it.each([
    'src/index.ts',
    'src/testkit/vitest.ts',
    'src/wallet/wallet.ts',
    'src/playwright/playwright.ts',
    'src/cli/main.ts',
    'src/cli/start.ts',
    'src/server/listen.ts',
  ])('loads %s without any other package', (entry) => {
    expect(listLoadedPackages(outputs, entry)).toEqual([]);
  });

  it('loads each command only when it is run', () => {
    const loaded = listLoadedSources(outputs, 'src/cli/main.ts');
    expect(loaded).not.toContain('src/cli/start.ts');
    const packages = loaded.filter((path) => path.includes('node_modules'));
    // It reads the command line.
    expect(packages.filter((path) => !path.startsWith('node_modules/commander/'))).toEqual([]);
  });
});

/** The chunks that are loaded, without a dynamic import, together with the one of `entry`. */
function listLoadedChunks(
  chunks: Metafile['outputs'],
  entry: string,
): Metafile['outputs'][string][] {
  const first = Object.keys(chunks).find((path) => chunks[path]?.entryPoint === entry);
  if (first === undefined) throw new Error(`${entry} has no chunk of its own`);
  const loaded = new Set([first]);
  for (const path of loaded) {
    for (const imported of chunks[path]?.imports ?? []) {
      if (imported.kind === 'import-statement' && !imported.external) loaded.add(imported.path);
    }
  }
  return [...loaded].flatMap((path) => chunks[path] ?? []);
}

function listLoadedSources(chunks: Metafile['outputs'], entry: string): string[] {
  return listLoadedChunks(chunks, entry).flatMap(({ inputs }) => Object.keys(inputs));
}

function listLoadedPackages(chunks: Metafile['outputs'], entry: string): string[] {
  return listLoadedChunks(chunks, entry)
    .flatMap(({ imports }) => imports)
    .filter(
      ({ external, kind, path }) => external && kind === 'import-statement' && !isBuiltin(path),
    )
    .map(({ path }) => path);
}
