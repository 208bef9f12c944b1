import type { ComponentChildren } from 'preact';

import type { KycStatus, Schemas } from '../api/schemas.ts';

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

/** The tone of every status; `StatusBadge` accepts no other status. */
const TONES = {
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
} as const satisfies Record<string, Tone>;

type Status = keyof typeof TONES;

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

/** Shows the status of a response. @param status undefined without a response */
export function HttpStatusBadge({ status }: { status: number | undefined }) {
  if (status === undefined) return <Badge tone="plain">no response</Badge>;
  if (status < 300) return <Badge tone="good">{status}</Badge>;
  return <Badge tone={status < 500 ? 'warn' : 'bad'}>{status}</Badge>;
}

/** A reference to a clause of the interface. */
export function Clause({ of }: { of: string | null | undefined }) {
  return of ? <span class="clause">§{of}</span> : null;
}
