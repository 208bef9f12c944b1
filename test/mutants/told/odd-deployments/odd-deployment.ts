/** A deployment that does what hardly any does, and what is asked of it. */
import type { ConformSettings } from '../../../../conformance/settings.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import type { DialectDocument } from '../../../../src/dialect/dialect.ts';
import type { Mutate } from '../../mutate.ts';

export interface Odd {
  readonly mutate: Mutate | null;
  /** By default as it is by default. */
  readonly dialect?: DialectDocument;
  readonly settings?: Partial<ConformSettings>;
  /** Whether nothing is left to find out. */
  readonly isGranted?: boolean;
}

/** By what they have, in words. */
export type OddDeployments = Readonly<Record<string, Mutate | Odd>>;

export const signIns = [
  'authenticateWallet',
  'authenticateSmsOtp',
  'authenticateEmailOtp',
] as const satisfies readonly OperationId[];

export const byCode = ['authenticateSmsOtp', 'authenticateEmailOtp'] as const;

export const sends = ['sendSmsOtp', 'sendEmailOtp'] as const;
