/** §2.2, §4.2, §8: the two variants of a wallet, and the size of the authenticate request. */
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
      hint: `Set wallet.emits to "asReceived" or "${variant}", or set wallet.variant to "either".`,
    };
  }
  const others = types.filter((type) => type !== KNOWN_TYPE);
  if (variant === 'either' && emits === 'network' && others.length > 0) {
    yield {
      rule: 'type-without-network',
      key: 'wallet.emits',
      reason: `A wallet of type ${others.join(' or ')} has no walletNetwork value.`,
      hint: `Set wallet.emits to "asReceived" or "type", or set wallet.types to [${KNOWN_TYPE}].`,
    };
  }
  const minimumBytes = measureSmallestRequest(wallet);
  if (limits.bodyBytes < minimumBytes) {
    yield {
      rule: 'body-limit-below-signed-wallet',
      key: 'limits.bodyBytes',
      reason: `The smallest request of authenticateWallet has ${minimumBytes} bytes, so it would always be rejected.`,
      hint: `Set limits.bodyBytes to ${minimumBytes} or more.`,
    };
  }
}

/** Returns the bytes of the smallest authenticate request (§4.2). */
function measureSmallestRequest({ variant, signature, types }: Dialect['wallet']): number {
  const digits = signature.accepts.includes('compact') ? 128 : 130;
  const variants = [
    ...(variant === 'type' ? [] : [{ walletNetwork: 'POLYGON' }]),
    ...(variant === 'network' ? [] : types.map((walletType) => ({ walletType }))),
  ];
  const sizes = variants.map((field) => {
    const body = {
      walletAddress: `0x${'0'.repeat(40)}`,
      ...field,
      signature: `0x${'0'.repeat(digits)}`,
    };
    return JSON.stringify(body).length;
  });
  return Math.min(...sizes);
}
