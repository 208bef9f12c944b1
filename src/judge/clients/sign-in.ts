/** §5.3 to §5.5, §8: challenges and one-time passwords. */
import { BoundedCache } from '../../bounded-cache.ts';
import { answeredAt, channelTried, knew, lineOf, recordTried } from './observed-exchange.ts';
import type { Answered, ChallengeSlip, ObservedExchange, WalletSlip } from './observed-exchange.ts';
import { each } from './client-rule.ts';
import type { Watcher, Watchers } from './client-rule.ts';

/** Records that a client is watched for at a time. */
const MOST_RECORDS = 200;

export const signInRules = {
  'authenticate-without-start': each((call) =>
    slipped(call, 'notStarted', 'is for a wallet without an outstanding challenge'),
  ),
  'challenge-reused': each((call) =>
    slipped(call, 'reused', 'uses a challenge that was used before'),
  ),
  'challenge-outdated': each((call) => slipped(call, 'outdated', 'uses an outdated challenge')),
  'challenge-altered': each((call) =>
    slipped(call, 'altered', 'has a signature that is not by this wallet over its challenge'),
  ),

  'signature-not-from-wallet': each((call) =>
    walletSlipped(call, 'otherSignature', 'has a signature that the wallet never returned'),
  ),
  'authenticate-after-rejection': each((call) =>
    walletSlipped(call, 'rejected', 'was sent although the wallet rejected the signature'),
  ),
  'challenge-not-returned': each((call) =>
    walletSlipped(call, 'otherChallenge', 'has the signature of a text that start did not return'),
  ),
  'wallet-chain-differs': each((call) =>
    walletSlipped(call, 'otherChain', 'names another network than the one that the wallet uses'),
  ),

  'otp-reused': each((call) =>
    call.slip === 'otpUsed' ? `${lineOf(call)} has a code that was used before.` : undefined,
  ),
  'otp-of-another-record': each((call) => {
    if (call.slip === 'otpNotSent') return `${lineOf(call)} has a record id that no send returned.`;
    return call.slip === 'otpOfAnotherRecord'
      ? `${lineOf(call)} has the code of another record.`
      : undefined;
  }),
  'otp-tried-while-locked': triedWhileLocked,
} satisfies Watchers;

function slipped(call: ObservedExchange, slip: ChallengeSlip, words: string): string | undefined {
  return call.challengeSlip === slip ? `${lineOf(call)} ${words}.` : undefined;
}

function walletSlipped(
  call: ObservedExchange,
  slip: WalletSlip,
  words: string,
): string | undefined {
  return call.walletSlip === slip ? `${lineOf(call)} ${words}.` : undefined;
}

/** That a password is locked is not known before the first refusal that says so. */
function triedWhileLocked(): Watcher {
  const lockedAt = new BoundedCache<string, Answered>(MOST_RECORDS);
  return (call) => {
    const record = channelTried(call) === undefined ? undefined : recordTried(call);
    if (record === undefined || call.outcome !== 'otpLocked') {
      // A new send unlocks; which record it is for, not every dialect tells.
      if (call.operationId === 'sendSmsOtp' || call.operationId === 'sendEmailOtp') {
        lockedAt.clear();
      }
      return undefined;
    }
    const known = lockedAt.get(record);
    if (known === undefined) lockedAt.set(record, answeredAt(call));
    return known !== undefined && knew(known, call)
      ? `${lineOf(call)} sends a code after it was locked.`
      : undefined;
  };
}
