/** §2.7, §3, §7: what user reads have shown. */
import { cryptoStatuses, flagCategories, kycStatuses } from '../../../contract/closed-lists.gen.ts';
import type { Dialect } from '../../../dialect/dialect.ts';
import { flagCategory, flagDefinition } from '../../../domain/flags.ts';
import type { ObservedExchange } from '../../../judge/clients/observed-exchange.ts';
import { userShown } from '../../../judge/user-shown.ts';
import type { UserShown } from '../../../judge/user-shown.ts';
import type { Part, PartName } from './part.ts';

const RETURNED = 'returned';

/** The one code that the interface names; its category is not shown (§2.7). */
const NAMED_CODE = 'F0000';

export const accountParts = {
  flagCategories: {
    items: ({ dialect: { flags } }) =>
      [NAMED_CODE, ...flagCategories].filter((name) =>
        flags.catalogue.some(({ code, category }) => code === name || category === name),
      ),
    watch: () =>
      inReads(({ flags }, { dialect }) =>
        flags.flatMap((code) => flagCategory(code, dialect) ?? (code === NAMED_CODE ? code : [])),
      ),
  },

  flags: {
    items: ({ dialect }) => dialect.flags.catalogue.map(({ code }) => code),
    watch: () =>
      inReads(({ flags }, { dialect }) =>
        flags.filter((code) => flagDefinition(code, dialect) !== undefined),
      ),
  },

  kycStatuses: {
    items: () => kycStatuses,
    watch: () => inReads(({ kycStatus }) => kycStatus),
  },

  cryptoStatuses: {
    items: ({ dialect: { user } }) =>
      user.names.transactions === 'none' ? [] : [...cryptoStatuses, RETURNED],
    // §3 rule 3: such a flag without a failure is that of a payment that was returned.
    watch: () =>
      inReads(({ cryptoStatuses: shown, flags }, { dialect }) => [
        ...shown,
        ...(!shown.includes('FAILED') &&
        shown.includes('COMPLETE') &&
        flags.some((code) => flagCategory(code, dialect) === 'Transaction Processing')
          ? [RETURNED]
          : []),
      ]),
  },
} satisfies { readonly [Name in PartName]?: Part };

function inReads(
  show: (user: UserShown, about: { dialect: Dialect }) => readonly string[] | string | undefined,
) {
  return (exchange: ObservedExchange) => {
    const user = exchange.outcome === 'accepted' ? userShown(exchange) : undefined;
    return user && show(user, exchange.contract);
  };
}
