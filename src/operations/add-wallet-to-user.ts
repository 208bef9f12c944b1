import { readCurrentUser } from '../accounts/current-user.ts';
import { getSessionPointer } from '../dialect/bearer-use.ts';
import { formatTimestamp } from '../domain/clock.ts';
import { Refusal } from '../domain/errors.ts';
import { getWalletIdentity } from '../domain/identity.ts';
import { getNextWalletStatus } from '../domain/transitions.ts';
import type { User } from '../domain/records.ts';
import type { UnitOfWork } from '../store/store.ts';
import { requireUnrestricted } from './flows/restricted-write.ts';
import type { OperationContext, WriteOperation } from './operation.ts';

/** §4.3: adds a wallet to a user; it stays unverified until the user authenticates it (§3). */
export const addWalletToUser: WriteOperation<'addWalletToUser'> = {
  access: 'write',

  async run(unit, wallet, context) {
    const { dialect } = unit.settings;
    const user = await findTarget(unit, context);
    const identity = getWalletIdentity(wallet, dialect);
    const ownerId = await unit.findUserIdByIdentity(identity);
    if (ownerId === user.id) return { body: {} };

    requireUnrestricted('addWallet', user, dialect);
    if (ownerId !== undefined) {
      if (dialect.wallet.addOwned === 'reject') {
        throw new Refusal('identityTaken', 'This wallet belongs to another user.', {
          details: [{ pointer: '/body/walletAddress', message: 'belongs to another user' }],
        });
      }
      await removeFromOwner(ownerId, identity, unit);
    }
    const added = { ...wallet, status: getNextWalletStatus(null, 'added') };
    await unit.putUser(setUpdateTime({ ...user, wallets: [...user.wallets, added] }, unit));
    await unit.putIdentity(identity, user.id);
    return { body: {} };
  },
};

/** Removes a wallet from its owner (`wallet.addOwned: accept`). */
async function removeFromOwner(ownerId: string, identity: string, unit: UnitOfWork): Promise<void> {
  const { dialect } = unit.settings;
  const owner = await readCurrentUser(unit, ownerId);
  if (owner === undefined) return;
  // A Fraud flag of the owner restricts the removal as it restricts adding a wallet (§7.4).
  requireUnrestricted('addWallet', owner, dialect);
  const wallets = owner.wallets.filter((each) => getWalletIdentity(each, dialect) !== identity);
  await unit.putUser(setUpdateTime({ ...owner, wallets }, unit));
}

function setUpdateTime(user: User, { now }: UnitOfWork): User {
  return { ...user, updateTime: formatTimestamp(now) };
}

/** Returns the user who gets the wallet. §4.3 does not define the user; `identity.addWalletTarget` does. */
async function findTarget(unit: UnitOfWork, { bearer, clientId }: OperationContext): Promise<User> {
  const { dialect } = unit.settings;
  const { addWalletTarget } = dialect.identity;
  const lastUserId =
    addWalletTarget === 'bearerElseLast' ? await unit.get('lastUsers', clientId) : undefined;
  const id = bearer.kind === 'session' ? bearer.userId : lastUserId;
  const user = id === undefined ? undefined : await readCurrentUser(unit, id);
  if (user === undefined) {
    throw new Refusal(
      'bearer',
      'The user cannot be determined. Send the session token of the user.',
      {
        details: [
          { pointer: getSessionPointer(dialect), message: 'must be the session token of a user' },
        ],
      },
    );
  }
  return user;
}
