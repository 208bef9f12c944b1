import type { User } from './service.ts';

export interface AccountScreen {
  readonly messages: readonly string[];
  readonly name: string | null;
  readonly history: readonly string[];
  readonly buttons: 'enabled' | 'disabled';
  readonly onboarding: 'show' | 'skip';
}

/** The message for each flag (§7.1). */
const MESSAGES: Readonly<Record<string, string>> = {
  F0000: 'Please contact support.',
  F1001: 'Your account is restricted while we look into something.',
  F1002: 'Your account is restricted.',
  K1001: 'We are checking your documents.',
  K1002: 'We could not verify you. Please send your documents again.',
  T1001: 'Your payment did not go through.',
  T1002: 'Your bank has returned a payment.',
};

const STATUS_TEXTS = { PENDING: 'on its way', COMPLETE: 'done', FAILED: 'failed' } as const;

export function createAccountScreen(user: User): AccountScreen {
  const { flags, personalInformation, transactions, kyc } = user;
  // Fraud flags restrict all writes (§7.4).
  const isRestricted = flags.some(({ category }) => category === 'Fraud');
  return {
    messages: flags.map(({ code }) => MESSAGES[code] ?? 'Please contact support.'),
    // With the flag F0000, the service omits personal information (§7.2).
    name: personalInformation
      ? [personalInformation.firstName, personalInformation.lastName].filter(Boolean).join(' ')
      : null,
    history: transactions.map(({ cryptoStatus }) => STATUS_TEXTS[cryptoStatus]),
    buttons: isRestricted ? 'disabled' : 'enabled',
    onboarding: kyc === undefined ? 'show' : 'skip',
  };
}
