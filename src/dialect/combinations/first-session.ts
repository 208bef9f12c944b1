/** §5.3 to §5.5: there has to be a way to a first session. */
import type { OperationId } from '../../contract/words.ts';
import type { Dialect } from '../dialect.ts';
import type { Conflict } from './conflict.ts';

export function* firstSessionNonsense({ bearer, otp }: Dialect): Generator<Conflict> {
  if (bearer.accepts.includes('client')) return;
  const flows: readonly (readonly OperationId[])[] = [
    ['startWalletAuth', 'authenticateWallet'],
    ...(givesSession(otp.sms) ? [['sendSmsOtp', 'authenticateSmsOtp'] as const] : []),
    ...(givesSession(otp.email) ? [['sendEmailOtp', 'authenticateEmailOtp'] as const] : []),
  ];
  const needsSession = (operation: OperationId) => bearer.requiredOn.includes(operation);
  if (flows.some((operations) => !operations.some(needsSession))) return;
  yield {
    rule: 'no-session-flow',
    key: 'bearer.requiredOn',
    reason: 'Every flow that returns a session requires a session first, so no user can get one.',
    hint: 'Add client to bearer.accepts, or remove the operations of one flow from bearer.requiredOn.',
  };
}

function givesSession({ authenticateReturns }: Dialect['otp']['sms' | 'email']): boolean {
  return authenticateReturns === 'session' || authenticateReturns === 'sessionAndRecord';
}
