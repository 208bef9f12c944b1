/** What `npm run mutation:conformance` runs against each mutant, until one notices: what is fast comes first. */
import { fileURLToPath } from 'node:url';
import { BaseSequencer } from 'vitest/node';

const ORDER = [
  'test/conformance/',
  'test/mutants/told/calls',
  'test/mutants/told/told',
  'test/mutants/discovery/',
  'test/mutants/sections-',
  'test/mutants/told/',
  'test/mutants/round-trip/',
  'test/mutants/',
];

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
      'test/conformance/**/*.test.ts',
      'test/mutants/{told,discovery}/*.test.ts',
      'test/mutants/round-trip/{each-value,few-settings}.test.ts',
      'test/mutants/{sections-a,sections-b,otp-presence,surprises,taken-numbers,ways-to-know}.test.ts',
      'test/mutants/fraud-accounts.test.ts',
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
