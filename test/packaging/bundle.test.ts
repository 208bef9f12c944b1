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
    expect(listLoadedPackages(entry)).toEqual([]);
  });

  it('loads a command, and packages other than Commander, only when a command is run', () => {
    const loaded = listLoadedSources('src/cli/main.ts');
    expect(loaded).not.toContain('src/cli/start.ts');
    const packages = loaded.filter((path) => path.includes('node_modules'));
    // Commander parses the command line.
    expect(packages.filter((path) => !path.startsWith('node_modules/commander/'))).toEqual([]);
  });
});

/** Returns the chunk of an entry and the chunks that it imports statically, directly or through other chunks. */
function listLoadedChunks(entry: string): Metafile['outputs'][string][] {
  const first = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entry);
  if (first === undefined) throw new Error(`${entry} has no chunk of its own`);
  const loaded = new Set([first]);
  for (const path of loaded) {
    for (const imported of outputs[path]?.imports ?? []) {
      if (imported.kind === 'import-statement' && !imported.external) loaded.add(imported.path);
    }
  }
  return [...loaded].flatMap((path) => outputs[path] ?? []);
}

function listLoadedSources(entry: string): string[] {
  return listLoadedChunks(entry).flatMap(({ inputs }) => Object.keys(inputs));
}

function listLoadedPackages(entry: string): string[] {
  return listLoadedChunks(entry)
    .flatMap(({ imports }) => imports)
    .filter(
      ({ external, kind, path }) => external && kind === 'import-statement' && !isBuiltin(path),
    )
    .map(({ path }) => path);
}
