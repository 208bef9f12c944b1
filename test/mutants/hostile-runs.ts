/** The checks with hostile input, and helpers for runs of these checks. */
import type { RunOutcome } from '../../conformance/outcome.ts';
import { malformedSignatures } from '../../conformance/sections/3-malformed-signatures.check.ts';
import { schemaCases } from '../../conformance/sections/4-schema-cases.check.ts';
import { unparsableBodies } from '../../conformance/sections/4-unparsable-bodies.check.ts';
import { invalidCredentials } from '../../conformance/sections/5-invalid-credentials.check.ts';
import { robustness } from '../../conformance/sections/7-robustness.check.ts';
import type { DialectDocument } from '../../src/dialect/dialect.ts';

export type Values = NonNullable<DialectDocument['values']>;

export const hostileSections = [
  malformedSignatures,
  schemaCases,
  unparsableBodies,
  invalidCredentials,
  robustness,
];

/** A run sends about four hundred requests, and the machine may be busy with other tests. */
export const HOSTILE_TIMEOUT = 60_000;

export const otpByDestination = {
  identifiedBy: 'destination',
  codeField: 'code',
  sendReturns: 'empty',
  authenticateReturns: 'sessionAndRecord',
} as const;

export function countPasses({ results }: RunOutcome): number {
  return results.filter(({ verdict }) => verdict === 'pass').length;
}
