import type { Metafile } from 'esbuild';
import { expect, it } from 'vitest';
import { formatThirdPartyLicences } from '../../scripts/third-party-licences.mjs';

/** Returns the metafile of a bundle that contains one file of each package. */
function createMetafile(...packages: readonly string[]): Metafile {
  const inputs = packages.map((name) => [`node_modules/${name}/x.js`, { bytesInOutput: 1 }]);
  const output = { bytes: 1, inputs: Object.fromEntries(inputs), imports: [], exports: [] };
  return { inputs: {}, outputs: { 'dist/x.js': output } };
}

it('the licences contain the copyright notice of a package even if only its README has one', () => {
  // The licences follow an introduction, sorted by package.
  const [, express, pgTypes] = formatThirdPartyLicences(
    createMetafile('pg-types', 'express'),
  ).split(`\n\n${'-'.repeat(80)}\n\n`);
  expect(express).toMatch(/^express \S+ \(MIT\)\n\n\(The MIT License\)\n\nCopyright/);
  expect(pgTypes).toMatch(/^pg-types \S+ \(MIT\)\n\n## license\n\n.*\n\nCopyright/);
});
