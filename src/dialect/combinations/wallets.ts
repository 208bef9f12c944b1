/** §2.2: the two variants of a wallet. */
import { KNOWN_TYPE } from '../../domain/identity.ts';
import type { Dialect } from '../dialect.ts';
import type { Conflict } from './conflict.ts';

export function* findWalletConflicts({ wallet, limits }: Dialect): Generator<Conflict> {
  const { variant, emits, types } = wallet;
  if (variant !== 'either' && emits !== 'asReceived' && emits !== variant) {
    yield {
      rule: 'emits-other-variant',
      key: 'wallet.emits',
      reason: `wallet.variant is ${variant}, so wallet.emits cannot be ${emits}.`,
      hint: `Set wallet.emits to asReceived or ${variant}, or wallet.variant to either.`,
    };
  }
  const others = types.filter((type) => type !== KNOWN_TYPE);
  if (variant === 'either' && emits === 'network' && others.length > 0) {
    yield {
      rule: 'type-without-network',
      key: 'wallet.emits',
      reason: `A wallet of type ${others.join(' or ')} has no walletNetwork value.`,
      hint: `Set wallet.emits to asReceived or type, or wallet.types to [${KNOWN_TYPE}].`,
    };
  }
  const needed = measureSmallestRequest(wallet);
  if (limits.bodyBytes < needed) {
    yield {
      rule: 'body-limit-below-signed-wallet',
      key: 'limits.bodyBytes',
      reason: `A signed wallet requires ${needed} bytes, so no wallet could be authenticated.`,
      hint: `Set limits.bodyBytes to ${needed} or more.`,
    };
  }
}

/** Returns the bytes of the smallest authenticate request (§4.2). */
function measureSmallestRequest({ variant, signature, types }: Dialect['wallet']): number {
  const digits = signature.accepts.includes('compact') ? 128 : 130;
  const named = {
    network: { walletNetwork: 'POLYGON' },
    type: {
      walletType: types.toSorted((one, other) => one.length - other.length)[0] ?? KNOWN_TYPE,
    },
  };
  const identity = variant === 'network' ? named.network : named.type;
  return JSON.stringify({
    walletAddress: `0x${'0'.repeat(40)}`,
    ...identity,
    signature: `0x${'0'.repeat(digits)}`,
  }).length;
}
