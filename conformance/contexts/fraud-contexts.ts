/** Lists the contexts in which a user with a Fraud flag tries to add a wallet (§7.4). */
import { listDeclaredFlags, hasF0000 } from '../declared-accounts.ts';
import type { FraudContext } from '../observations/fraud.ts';

const anyAccount = () => true;

/** The contexts; the first is always tested, the others need declared accounts. */
export const fraudContexts: readonly FraudContext[] = [
  { name: 'usual', suits: anyAccount },
  { name: 'second-try', suits: anyAccount, triesBefore: 1 },
  { name: 'second-client', suits: anyAccount, isBySecondClient: true },
  { name: 'network-polygon', suits: anyAccount, value: 'POLYGON' },
  { name: 'type-evm', suits: anyAccount, value: 'EVM' },
  {
    name: 'several-flags',
    suits: (account) => listDeclaredFlags(account).length > 1,
    and: ' and another flag',
  },
  { name: 'beside-f0000', suits: hasF0000, and: ' and the flag F0000' },
  ...(['APPROVED', 'IN_REVIEW', 'DECLINED'] as const).map((status) => ({
    name: `kyc-${status.toLowerCase().replace('_', '-')}`,
    suits: ({ kycStatus }: Parameters<FraudContext['suits']>[0]) => kycStatus === status,
    and: ` and the KYC status ${status}`,
  })),
];
