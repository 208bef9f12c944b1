/** Checks that a request about a wallet is rejected without its fields (§4.2, §4.3). */
import { check, type Check } from '../define-check.ts';
import { invalidBodies, withoutAddress, withoutWalletField } from '../actors/wallet-requests.ts';
import type { WalletOperation } from '../actors/operations.ts';
import { assertEachRefused, type Malformation } from '../actors/valid-requests.ts';

export function createMissingFieldChecks(
  requirement: string,
  operation: WalletOperation,
  additional: Readonly<Record<string, readonly Malformation[]>> = {},
): Check[] {
  const malformationsByPart: Readonly<Record<string, readonly Malformation[]>> = {
    walletAddress: [withoutAddress],
    'walletNetwork-and-walletType': [withoutWalletField],
    ...additional,
    body: invalidBodies,
  };
  return Object.entries(malformationsByPart).map(([part, malformations]) =>
    check({
      requirement,
      part,
      title: `rejects a request ${malformations.map(({ description }) => description).join(' or ')}`,
      run: (t) => assertEachRefused(t, operation, malformations),
    }),
  );
}
