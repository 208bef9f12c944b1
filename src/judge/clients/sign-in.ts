/** §5.3 to §5.5, §8: challenges and one-time passwords. */
import { BoundedCache } from '../../bounded-cache.ts';
import { respondedAt, channelTried, knew, lineOf, recordTried } from './observed-exchange.ts';
import type {
  RespondedAt,
  ChallengeSlip,
  ObservedExchange,
  WalletSlip,
} from './observed-exchange.ts';
import { each } from './client-rule.ts';
import type { Watcher, Watchers } from './client-rule.ts';

/** Records that a client is watched for at a time. */
const MAX_RECORDS = 200;

export const signInRules = {
  'authenticate-without-start': each((exchange) =>
    slipped(exchange, 'notStarted', 'is for a wallet without an outstanding challenge'),
  ),
  'challenge-reused': each((exchange) =>
    slipped(exchange, 'reused', 'uses a challenge that was used before'),
  ),
  'challenge-outdated': each((exchange) =>
    slipped(exchange, 'outdated', 'uses an outdated challenge'),
  ),
  'challenge-altered': each((exchange) =>
    slipped(exchange, 'altered', 'has a signature that is not by this wallet over its challenge'),
  ),

  'signature-not-from-wallet': each((exchange) =>
    walletSlipped(exchange, 'otherSignature', 'has a signature that the wallet never returned'),
  ),
  'authenticate-after-rejection': each((exchange) =>
    walletSlipped(exchange, 'rejected', 'was sent although the wallet rejected the signature'),
  ),
  'challenge-not-returned': each((exchange) =>
    walletSlipped(
      exchange,
      'otherChallenge',
      'has the signature of a text that start did not return',
    ),
  ),
  'wallet-chain-differs': each((exchange) =>
    walletSlipped(
      exchange,
      'otherChain',
      'names another network than the one that the wallet uses',
    ),
  ),

  'otp-reused': each((exchange) =>
    exchange.slip === 'otpUsed'
      ? `${lineOf(exchange)} has a code that was used before.`
      : undefined,
  ),
  'otp-of-another-record': each((exchange) => {
    if (exchange.slip === 'otpNotSent')
      return `${lineOf(exchange)} has a record id that no send returned.`;
    return exchange.slip === 'otpOfAnotherRecord'
      ? `${lineOf(exchange)} has the code of another record.`
      : undefined;
  }),
  'otp-tried-while-locked': triedWhileLocked,
} satisfies Watchers;

function slipped(
  exchange: ObservedExchange,
  slip: ChallengeSlip,
  words: string,
): string | undefined {
  return exchange.challengeSlip === slip ? `${lineOf(exchange)} ${words}.` : undefined;
}

function walletSlipped(
  exchange: ObservedExchange,
  slip: WalletSlip,
  words: string,
): string | undefined {
  return exchange.walletSlip === slip ? `${lineOf(exchange)} ${words}.` : undefined;
}

/** A client cannot know that a one-time password is locked before the first response that says so. */
function triedWhileLocked(): Watcher {
  const lockedAt = new BoundedCache<string, RespondedAt>(MAX_RECORDS);
  return (exchange) => {
    const record = channelTried(exchange) === undefined ? undefined : recordTried(exchange);
    if (record === undefined || exchange.outcome !== 'otpLocked') {
      // A new send unlocks; not every dialect reveals for which record.
      if (exchange.operationId === 'sendSmsOtp' || exchange.operationId === 'sendEmailOtp') {
        lockedAt.clear();
      }
      return undefined;
    }
    const known = lockedAt.get(record);
    if (known === undefined) lockedAt.set(record, respondedAt(exchange));
    return known !== undefined && knew(known, exchange)
      ? `${lineOf(exchange)} sends a code after it was locked.`
      : undefined;
  };
}
