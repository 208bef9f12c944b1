import type { Coverage, CoveragePart } from '../../contract/client-report.gen.ts';

type PartName = Exclude<keyof Coverage, 'percent'>;

/** The titles of the parts, in the order in which they are shown. */
const TITLES: { readonly [Name in PartName]: string } = {
  operations: 'operations (§4)',
  variants: 'wallet variants (§2.2)',
  signInMethods: 'sign-in methods (§1)',
  userMasks: 'userMask (§2.4)',
  linking: 'account linking (§5.6)',
  addedWallets: 'added wallets (§3)',
  flagCategories: 'flag categories (§2.7)',
  flags: 'flags (§7.1)',
  kycStatuses: 'KYC statuses (§3.2)',
  cryptoStatuses: 'crypto statuses (§3)',
  errorCauses: 'errors (§7)',
};

/** Returns the parts with their titles; a part without anything to cover is omitted. */
export function listCoverageParts(
  coverage: Coverage,
): readonly (Readonly<CoveragePart> & { readonly title: string })[] {
  return (Object.keys(TITLES) as PartName[])
    .map((name) => ({ title: TITLES[name], ...coverage[name] }))
    .filter(({ seen, missing }) => seen.length + missing.length > 0);
}
