/** Who may run beside whom. */
import type { Dialect } from '../src/dialect/dialect.ts';
import type { Check } from './define-check.ts';
import type { Knowledge } from './discovery/knowledge.ts';

/** Whether each has users of its own, as many as it likes, and takes nobody's place (§5.6, §4.3). */
export function keepsUsersApart(dialect: Dialect): boolean {
  return dialect.identity.unknown === 'signUp' && !addsToLastUser(dialect);
}

/** Whether no session can tell whose wallet is added (§4.3), only who signed in last. */
function addsToLastUser({ bearer, identity }: Dialect): boolean {
  return (
    identity.addWalletTarget === 'bearerElseLast' &&
    bearer.requiredOn.includes('addWalletToUser') &&
    !bearer.accepts.includes('session')
  );
}

/** Whether nothing may run beside the check, by what was found out before it. */
export function isAlone({ alone }: Check, { bearers }: Knowledge): boolean {
  switch (alone) {
    case 'never':
      return false;
    case 'whileTheLastCounts':
      return !bearers.sessionTellsTheUser;
    case 'always':
      return true;
  }
}
