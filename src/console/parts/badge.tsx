import type { ComponentChildren } from 'preact';

import type { KycStatus, Schemas, Transaction } from '../api/schemas.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'plain';

export function Badge({
  tone,
  title,
  children,
}: {
  tone: Tone;
  title?: string | undefined;
  children: ComponentChildren;
}) {
  return (
    <span class={`badge ${tone}`} title={title}>
      {children}
    </span>
  );
}

const KYC_TONES: Readonly<Record<KycStatus, Tone>> = {
  APPROVED: 'good',
  IN_REVIEW: 'warn',
  DECLINED: 'bad',
};

export function KycBadge({ status }: { status: KycStatus | undefined }) {
  return status === undefined ? (
    <Badge tone="plain">No KYC yet</Badge>
  ) : (
    <Badge tone={KYC_TONES[status]}>{status}</Badge>
  );
}

const CRYPTO_TONES: Readonly<Record<Transaction['cryptoStatus'], Tone>> = {
  PENDING: 'info',
  COMPLETE: 'good',
  FAILED: 'bad',
};

export function CryptoStatusBadge({ transaction }: { transaction: Transaction }) {
  const { cryptoStatus, returned } = transaction;
  return (
    <>
      <Badge tone={CRYPTO_TONES[cryptoStatus]}>{cryptoStatus}</Badge>{' '}
      {returned && <Badge tone="bad">returned</Badge>}
    </>
  );
}

const CATEGORY_TONES: Readonly<Record<Schemas['FlagCategory'], Tone>> = {
  Fraud: 'bad',
  'KYC Review': 'warn',
  'Transaction Processing': 'info',
};

export function getFlagTone(category: Schemas['FlagCategory'] | null): Tone {
  return category === null ? 'plain' : CATEGORY_TONES[category];
}

/** Returns the tone of a response status. @param status undefined for no response */
export function getStatusTone(status: number | undefined): Tone {
  if (status === undefined) return 'plain';
  if (status < 300) return 'good';
  return status < 500 ? 'warn' : 'bad';
}

/** A reference to a clause of the interface. */
export function Clause({ of }: { of: string | null | undefined }) {
  return of ? <span class="clause">§{of}</span> : null;
}
