/** §5.3 to §5.5, §8: challenges and one-time passwords. */
import { BoundedCache } from '../../bounded-cache.ts';
import { knew, messageIf, recordTried, respondedAt } from './observed-exchange.ts';
import type { ObservedExchange, RespondedAt, Watcher, Watchers } from './observed-exchange.ts';

/** Records of one-time passwords that are watched for a client. */
const MAX_RECORDS = 200;

type SlipKind = 'challengeSlip' | 'walletSlip' | 'slip';

export const signInRules = {
  'authenticate-without-start': slipped(
    'challengeSlip',
    'notStarted',
    'is for a wallet without an outstanding challenge',
  ),
  'challenge-reused': slipped('challengeSlip', 'reused', 'uses a challenge that was used before'),
  'challenge-outdated': slipped('challengeSlip', 'outdated', 'uses an outdated challenge'),
  'challenge-altered': slipped(
    'challengeSlip',
    'altered',
    'has a signature that is not by this wallet over its challenge',
  ),

  'signature-not-from-wallet': slipped(
    'walletSlip',
    'otherSignature',
    'has a signature that the wallet never returned',
  ),
  'authenticate-after-rejection': slipped(
    'walletSlip',
    'rejected',
    'was sent although the wallet rejected the signature',
  ),
  'challenge-not-returned': slipped(
    'walletSlip',
    'otherChallenge',
    'has the signature of a text that start did not return',
  ),
  'wallet-chain-differs': slipped(
    'walletSlip',
    'otherChain',
    'names another network than the one that the wallet uses',
  ),

  'otp-reused': slipped('slip', 'otpUsed', 'has a code that was used before'),
  'otp-of-another-record': () => (exchange) =>
    messageIf(exchange.slip === 'otpNotSent', exchange, 'has a record id that no send returned') ??
    messageIf(exchange.slip === 'otpOfAnotherRecord', exchange, 'has the code of another record'),
  'otp-tried-while-locked': triedWhileLocked,
} satisfies Watchers;

function slipped<Kind extends SlipKind>(
  kind: Kind,
  slip: NonNullable<ObservedExchange[Kind]>,
  words: string,
): () => Watcher {
  return () => (exchange) => messageIf(exchange[kind] === slip, exchange, words);
}

/** A client learns that a one-time password is locked from the first response that shows it. */
function triedWhileLocked(): Watcher {
  const lockedAt = new BoundedCache<string, RespondedAt>(MAX_RECORDS);
  return (exchange) => {
    const record = recordTried(exchange);
    if (record === undefined || exchange.outcome !== 'otpLocked') {
      // A new send unlocks; not every dialect reveals for which record.
      if (exchange.operationId === 'sendSmsOtp' || exchange.operationId === 'sendEmailOtp') {
        lockedAt.clear();
      }
      return undefined;
    }
    const known = lockedAt.get(record);
    if (known === undefined) lockedAt.set(record, respondedAt(exchange));
    const isRepeated = known !== undefined && knew(known, exchange);
    return messageIf(isRepeated, exchange, 'sends a code after it was locked');
  };
}
