/** Who may run beside whom. */
import type { Dialect } from '../src/dialect/dialect.ts';
import type { Check } from './define-check.ts';
import type { Knowledge } from './discovery/knowledge.ts';
import type { Company } from './scheduler.ts';
import type { RunContext } from './run-context.ts';

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

/**
 * How a check is let in, by what was found out before it. A code that is sent may end the one before
 * (§8), so where there are few destinations, checks that ask for codes take turns; each wallet is new.
 */
export function companyOf(
  check: Check,
  { knowledge, identities }: Pick<RunContext, 'knowledge' | 'identities'>,
): Company {
  if (isAlone(check, knowledge)) return 'alone';
  return identities.areScarce && !isOfWallets(check) ? 'inTurn' : 'together';
}

function isAlone({ alone }: Check, { bearers }: Knowledge): boolean {
  switch (alone) {
    case 'never':
      return false;
    case 'whileTheLastCounts':
      return !bearers.sessionTellsTheUser;
    case 'always':
      return true;
  }
}

function isOfWallets({ operation }: Check): boolean {
  return (
    operation === 'startWalletAuth' ||
    operation === 'authenticateWallet' ||
    operation === 'addWalletToUser'
  );
}
