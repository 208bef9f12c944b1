import { pointerTo } from '../../documents/pointer.ts';
import { isJsonObject } from '../../documents/json-object.ts';
import { listOf, propertyOf, textIn } from '../named-in-body.ts';
import type { ResponseRule } from '../rule.ts';
import { flagsIn, userObjectIn } from '../user-shown.ts';
import { violation } from '../violation.ts';

/** §2.7, §7.5: what the crypto status of a transaction brings with it. */
export const userParts: ResponseRule = {
  blames: 'deployment',
  on: 'accepted',
  check({ operationId, responseBody, contract: { dialect } }) {
    if (operationId !== 'getUser') return [];
    const { envelope, names, flagsShape } = dialect.user;
    const user = userObjectIn(responseBody, dialect);
    const flags = propertyOf(user, names.flags);
    const isShaped = flagsShape === 'list' ? Array.isArray(flags) : isJsonObject(flags);
    const place = ['body', ...(envelope === 'none' ? [] : [envelope]), names.transactions];
    return listOf(propertyOf(user, names.transactions)).flatMap((transaction, index) => {
      const status = propertyOf(transaction, names.cryptoStatus);
      if (status === 'COMPLETE' && (textIn(transaction, 'transactionHash') ?? '') === '') {
        const pointer = pointerTo(...place, index, 'transactionHash');
        const missing = { pointer, message: 'is required for COMPLETE', kind: 'missing' } as const;
        return [violation('response', '2.7.transaction.transactionHash', missing)];
      }
      // The category of a flag may be unknown, but an empty list is unambiguous.
      if (status === 'FAILED' && isShaped && flagsIn(flags).length === 0) {
        const pointer = pointerTo(...place, index, names.cryptoStatus);
        const message = 'is FAILED, but the user has no Transaction Processing flag';
        return [violation('response', '7.5.transaction.failed-has-flag', { pointer, message })];
      }
      return [];
    });
  },
};
