import type { Dialect } from '../../dialect/dialect.ts';
import type { OperationId } from '../words.ts';

/** The description of an operation, if that of api.yaml does not apply to this dialect. */
export function descriptionOf(
  operationId: OperationId,
  dialect: Dialect,
): { readonly description?: string } {
  const { identifiedBy } = dialect.user;
  if (operationId === 'addWalletToUser' && dialect.identity.addWalletTarget === 'bearer') {
    return {
      description:
        'The wallet stays unverified until the user authenticates it (§3). ' +
        'It is added to the user of the session token.',
    };
  }
  if (operationId === 'getUser' && identifiedBy !== 'bearerSession') {
    const place = 'query' in identifiedBy ? 'query parameter' : 'header';
    const name = 'query' in identifiedBy ? identifiedBy.query : identifiedBy.header;
    return {
      description:
        `Returns flags, KYC status and transactions of the user whose id is in the ${place} ${name}. ` +
        'Flags never prevent a read (§7.2, §7.3).',
    };
  }
  return {};
}
