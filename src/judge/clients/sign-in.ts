/** §5.3 to §5.5, §8: challenges and one-time passwords. */
import { BoundedCache } from '../../bounded-cache.ts';
import { hadReceived, createMessageIf, findOtpRecord, toRespondedAt } from './client-exchange.ts';
import type { RespondedAt, Watcher, Watchers } from './client-exchange.ts';

const MAX_RECORDS = 200;

/** Messages for mistakes that the service or the records of the wallet reveal. */
const MESSAGES = {
  notStarted: 'is for a wallet without an outstanding challenge',
  reused: 'uses a challenge that was used before',
  outdated: 'uses an outdated challenge',
  altered: 'has a signature that does not match this wallet and its challenge',
  otherSignature: 'has a signature that the wallet never returned',
  rejected: 'was sent although the wallet rejected the signature',
  otherChallenge: 'has the signature of a text that is not a challenge of cryptoWallet:start',
  otherChain: 'names another network than the one that the wallet uses',
  otpUsed: 'has a code that was used before',
} as const;

export const signInRules = {
  'authenticate-without-start': createMistakeWatcher('notStarted'),
  'challenge-reused': createMistakeWatcher('reused'),
  'challenge-outdated': createMistakeWatcher('outdated'),
  'challenge-altered': createMistakeWatcher('altered'),

  'signature-not-from-wallet': createMistakeWatcher('otherSignature'),
  'authenticate-after-rejection': createMistakeWatcher('rejected'),
  'challenge-not-returned': createMistakeWatcher('otherChallenge'),
  'wallet-chain-differs': createMistakeWatcher('otherChain'),

  'otp-reused': createMistakeWatcher('otpUsed'),
  'otp-of-another-record': () => (exchange) =>
    createMessageIf(
      exchange.mistake === 'otpNotSent',
      exchange,
      'has a record id that no send request returned',
    ) ??
    createMessageIf(
      exchange.mistake === 'otpOfAnotherRecord',
      exchange,
      'has the code of another record',
    ),
  'otp-tried-while-locked': createLockedCodeWatcher,
} satisfies Watchers;

function createMistakeWatcher(expected: keyof typeof MESSAGES): () => Watcher {
  return () => (exchange) => {
    const { challengeMistake, walletMistake, mistake } = exchange;
    const isObserved = [challengeMistake, walletMistake, mistake].includes(expected);
    return createMessageIf(isObserved, exchange, MESSAGES[expected]);
  };
}

/** Watches attempts after a response has reported that the code is locked. */
function createLockedCodeWatcher(): Watcher {
  const lockedAt = new BoundedCache<string, RespondedAt>(MAX_RECORDS);
  return (exchange) => {
    const record = findOtpRecord(exchange);
    if (record === undefined || exchange.outcome !== 'otpLocked') {
      // A new send replaces a locked code. Clear all locks, because not every dialect reveals the
      // record of the new code.
      if (exchange.operationId === 'sendSmsOtp' || exchange.operationId === 'sendEmailOtp') {
        lockedAt.clear();
      }
      return undefined;
    }
    const lock = lockedAt.get(record);
    if (lock === undefined) lockedAt.set(record, toRespondedAt(exchange));
    const isRepeated = lock !== undefined && hadReceived(lock, exchange);
    return createMessageIf(isRepeated, exchange, 'sends a code after it was locked');
  };
}
