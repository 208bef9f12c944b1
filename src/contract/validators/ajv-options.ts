import { formats } from '../formats.ts';

/** Options for all schemas. Tests validate the contracts themselves, so ajv need not. */
export const AJV_OPTIONS = {
  // Allows annotations such as x-clause.
  strict: false,
  // Compiling the meta-schema of JSON Schema takes longer than everything else.
  meta: false,
  validateSchema: false,
  formats,
  // V8 optimizes the code; ajv's own pass takes a third of the compile time.
  code: { optimize: false },
} as const;
