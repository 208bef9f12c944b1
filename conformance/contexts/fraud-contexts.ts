/** Lists the contexts in which a user with a Fraud flag tries to add a wallet (§7.4). */
import { listDeclaredFlags, hasF0000, hasTransaction } from '../declared-accounts.ts';
import type { FraudContext } from '../observations/fraud.ts';
import type { DeclaredAccount } from '../settings.ts';

const anyAccount = () => true;

export const fraudContexts: readonly FraudContext[] = [
  { name: 'usual', matchesAccount: anyAccount },
  { name: 'second-try', matchesAccount: anyAccount, earlierTries: 1 },
  { name: 'second-client', matchesAccount: anyAccount, isBySecondClient: true },
  { name: 'network-polygon', matchesAccount: anyAccount, networkOrType: 'POLYGON' },
  { name: 'type-evm', matchesAccount: anyAccount, networkOrType: 'EVM' },
  { name: 'session-of-the-other-client', matchesAccount: anyAccount, sendsForeignSession: true },
  {
    name: 'signed-in-by-sms',
    matchesAccount: ({ phoneNumber }) => phoneNumber !== null,
    requirement: ' and a phoneNumber',
    signInBy: 'sms',
  },
  {
    name: 'signed-in-by-email',
    matchesAccount: ({ emailAddress }) => emailAddress !== null,
    requirement: ' and an emailAddress',
    signInBy: 'email',
  },
  {
    name: 'with-a-pending-transaction',
    matchesAccount: hasTransaction('PENDING'),
    requirement: ' and a PENDING transaction',
  },
  {
    name: 'several-flags',
    matchesAccount: (account) => listDeclaredFlags(account).length > 1,
    requirement: ' and another flag',
  },
  { name: 'beside-f0000', matchesAccount: hasF0000, requirement: ' and the flag F0000' },
  ...(['APPROVED', 'IN_REVIEW', 'DECLINED'] as const).map((status) => ({
    name: `kyc-${status.toLowerCase().replace('_', '-')}`,
    matchesAccount: ({ kycStatus }: DeclaredAccount) => kycStatus === status,
    requirement: ` and the KYC status ${status}`,
  })),
];
