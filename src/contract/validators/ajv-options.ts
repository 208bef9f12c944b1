import { formats } from '../formats.ts';

/** How every schema is compiled. The contracts are checked by our tests, not at every start. */
export const AJV_OPTIONS = {
  // Annotations such as x-clause are no mistakes.
  strict: false,
  // Compiling the meta-schema of JSON Schema takes longer than all the rest.
  meta: false,
  validateSchema: false,
  // Nothing in a body is changed: no text becomes a number, nothing is added or removed.
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
  formats,
  // V8 optimizes the code; ajv's own pass takes a third of the compile time.
  code: { optimize: false },
} as const;
