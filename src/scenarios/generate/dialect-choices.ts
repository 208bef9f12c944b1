/** The choices that a dialect allows for generated accounts. */
import type { FlagCategory } from '../../contract/words.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { WalletVariant } from './account-plan.ts';

/** The fields that a wallet can be named by (§2.2). */
export function walletVariantsOf({ wallet }: Dialect): readonly WalletVariant[] {
  const byNetwork: WalletVariant[] = [{ network: 'ETHEREUM' }, { network: 'POLYGON' }];
  const byType: WalletVariant[] = wallet.types.map((type) => ({ type }));
  switch (wallet.variant) {
    case 'either':
      return [...byNetwork, ...byType];
    case 'network':
      return byNetwork;
    case 'type':
      return byType;
  }
}

/** The codes of a category; those without one for null (§2.7). */
export function codesOf(category: FlagCategory | null, { flags }: Dialect): readonly string[] {
  return flags.catalogue.flatMap((flag) => (flag.category === category ? [flag.code] : []));
}
