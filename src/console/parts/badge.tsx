import type { ComponentChildren } from 'preact';

import type { Expectations, InboxMessage, KycStatus, Schemas } from '../api/schemas.ts';
import type { Verdict } from '../../contract/report.gen.ts';

type Tone = 'good' | 'warn' | 'bad' | 'info' | 'plain';

interface BadgeProps {
  readonly tone: Tone;
  readonly title?: string | undefined;
  readonly children: ComponentChildren;
}

export function Badge({ tone, title, children }: BadgeProps) {
  return (
    <span class={`badge ${tone}`} title={title}>
      {children}
    </span>
  );
}

type Status =
  | KycStatus
  | Schemas['Transaction']['cryptoStatus']
  | Schemas['SandboxUser']['wallets'][number]['status']
  | InboxMessage['status']
  | Schemas['Severity']
  | Expectations['personalInformation' | 'writes' | 'onboarding']
  | Verdict;

const TONES: Readonly<Record<Status | Schemas['FlagCategory'], Tone>> = {
  APPROVED: 'good',
  IN_REVIEW: 'warn',
  DECLINED: 'bad',
  PENDING: 'info',
  COMPLETE: 'good',
  FAILED: 'bad',
  verified: 'good',
  unverified: 'warn',
  pending: 'info',
  used: 'good',
  replaced: 'plain',
  expired: 'warn',
  locked: 'bad',
  blocking: 'bad',
  error: 'bad',
  warning: 'warn',
  visible: 'good',
  withheld: 'bad',
  allowed: 'good',
  restricted: 'bad',
  required: 'info',
  skipped: 'good',
  pass: 'good',
  fail: 'bad',
  warn: 'warn',
  observed: 'info',
  'not-tested': 'plain',
  Fraud: 'bad',
  'KYC Review': 'warn',
  'Transaction Processing': 'info',
};

export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={TONES[status]}>{status}</Badge>;
}

export function KycBadge({ status }: { status: KycStatus | undefined }) {
  return status ? <StatusBadge status={status} /> : <Badge tone="plain">No KYC yet</Badge>;
}

export function FlagBadge({ code, category }: Schemas['SandboxUser']['flags'][number]) {
  return (
    <Badge tone={category === null ? 'plain' : TONES[category]} title={category ?? undefined}>
      {code}
    </Badge>
  );
}

/** The status of a response; undefined if there was none. */
export function HttpStatusBadge({ status }: { status: number | undefined }) {
  if (status === undefined) return <Badge tone="plain">no response</Badge>;
  if (status < 300) return <Badge tone="good">{status}</Badge>;
  return <Badge tone={status < 500 ? 'warn' : 'bad'}>{status}</Badge>;
}

/** A reference to a clause of the interface. */
export function Clause({ of }: { of: string | null | undefined }) {
  return of ? <span class="clause">§{of}</span> : null;
}
