/**
 * What `npm run mutation:conformance` runs against each mutant: what is fast comes first. With
 * MUTATION_GO_ON set, what was not killed is up to more of the tests that take long, too.
 */
import { fileURLToPath } from 'node:url';
import { BaseSequencer } from 'vitest/node';

const ORDER = [
  'test/conformance/',
  'test/mutants/told/',
  'test/mutants/discovery/',
  'test/mutants/',
];

const LONG = ['otp-presence', 'sections-b', 'surprises', 'taken-numbers'];

const isGoingOn = process.env['MUTATION_GO_ON'] !== undefined;

class FastestFirst extends BaseSequencer {
  /** @override @type {BaseSequencer['sort']} */
  async sort(files) {
    const place = (/** @type {{ moduleId: string }} */ { moduleId }) =>
      ORDER.findIndex((name) => moduleId.includes(name));
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

/** @type {import('vitest/config').ViteUserConfig} */
export default {
  cacheDir: '.cache',
  resolve: {
    alias: [
      {
        // As test/sandbox.ts names it.
        find: /^\.\.\/src\/server\/listen\.ts$/,
        replacement: fileURLToPath(new URL('./shared-listen.mjs', import.meta.url)),
      },
    ],
  },
  test: {
    include: [
      ...ORDER.slice(0, -1).map((folder) => `${folder}**/*.test.ts`),
      ...(isGoingOn ? LONG.map((name) => `test/mutants/${name}.test.ts`) : []),
    ],
    // They take longest, and notice what the others of their folder do.
    exclude: [
      'test/mutants/discovery/lookalikes.test.ts',
      'test/mutants/discovery/independent.test.ts',
    ],
    globalSetup: 'scripts/stryker/shared-sandbox.mjs',
    pool: 'threads',
    isolate: false,
    sequence: { sequencer: FastestFirst },
    // A machine that is busy must not look like a test that has noticed something.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
};
