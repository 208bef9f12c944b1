/** Signs users in, by wallet, SMS and email. */
import { readCurrentUser } from '../../accounts/current-user.ts';
import { drawUnusedId } from '../../accounts/unused-id.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { formatTimestamp } from '../../domain/clock.ts';
import { parseDuration } from '../../domain/duration.ts';
import { Refusal } from '../../domain/errors.ts';
import { getPhoneIdentity } from '../../domain/identity.ts';
import { draw, toUuid } from '../../ports/draws.ts';
import type { User } from '../../domain/records.ts';
import type { UnitOfWork } from '../../store/store.ts';
import type { SessionGrant } from '../../sessions/session-token.ts';
import type { OperationContext } from '../operation.ts';
import { requireUnrestricted } from './restricted-write.ts';

/** An identity that the client has proven, and how it is assigned to a user. */
export interface Proof {
  /** As `domain/identity.ts` writes it. */
  readonly identity: string;
  /** Id of the user to whom the identity is added; null if its owner, or a new user, signs in. */
  readonly addToUserId: string | null;
  /** Returns the user with the identity. @throws Refusal if a flag forbids it */
  assignIdentity(user: User): User;
}

/**
 * Signs in the user of an identity and links the client to the account (§5.6). An unknown identity signs up
 * a user, if the dialect allows it.
 *
 * @throws Refusal identityUnknown, identityTaken or flagRestricts, with nothing written
 */
export async function signIn(
  unit: UnitOfWork,
  proof: Proof,
  { clientId }: OperationContext,
): Promise<{ readonly user: User; readonly grant: SessionGrant }> {
  const existing = await findUser(unit, proof);
  const before = existing ?? (await createUser(unit, proof.identity));
  const signInKind = getSignInKind(existing, clientId);
  const withIdentity = proof.assignIdentity(before);
  const linked = linkClient(withIdentity, clientId, signInKind, unit.settings.dialect);
  const user = hasChanged(before, linked)
    ? { ...linked, updateTime: formatTimestamp(unit.now) }
    : linked;

  // Compared with the stored user: `before` may be new, or have due settlements that are not stored yet.
  if (user !== (await unit.findUser(user.id))) await unit.putUser(user);
  await unit.putIdentity(proof.identity, user.id);
  if (before.phoneNumber !== null && before.phoneNumber !== user.phoneNumber) {
    await unit.putIdentity(getPhoneIdentity(before.phoneNumber), null);
  }
  await unit.put('lastUsers', clientId, user.id);
  return {
    user,
    grant: await openSession(unit, { userId: user.id, clientId, signInKind }),
  };
}

async function findUser(unit: UnitOfWork, proof: Proof): Promise<User | undefined> {
  const owner = await unit.findUserIdByIdentity(proof.identity);
  if (proof.addToUserId !== null && owner !== undefined && owner !== proof.addToUserId) {
    throw new Refusal(
      'identityTaken',
      'The wallet, phone number or email address belongs to another user.',
    );
  }
  const id = owner ?? proof.addToUserId;
  return id === null ? undefined : readCurrentUser(unit, id);
}

async function createUser(unit: UnitOfWork, identity: string): Promise<User> {
  if (unit.settings.dialect.identity.unknown !== 'signUp') throw createUnknownIdentityRefusal();
  const now = formatTimestamp(unit.now);
  return {
    id: await drawUnusedId(unit, 'user', identity, (id) => unit.findUser(id)),
    key: null,
    createTime: now,
    updateTime: now,
    phoneNumber: null,
    emailAddress: null,
    personalInformation: {},
    wallets: [],
    kyc: null,
    flags: [],
    transactions: [],
    linkedClients: [],
  };
}

/** Rejects an unknown identity before a sign-in, if the dialect requires it. @throws Refusal identityUnknown */
export async function requireKnownIdentity(unit: UnitOfWork, identity: string): Promise<void> {
  if (unit.settings.dialect.identity.unknown !== 'rejectAtStart') return;
  if ((await unit.findUserIdByIdentity(identity)) === undefined)
    throw createUnknownIdentityRefusal();
}

function createUnknownIdentityRefusal(): Refusal {
  return new Refusal('identityUnknown', 'No user has this wallet, phone number or email address.');
}

/** Links the client to the user (§5.6). @throws Refusal if a flag forbids it (§7.4) */
function linkClient(
  user: User,
  clientId: string,
  signInKind: SessionGrant['signInKind'],
  dialect: Dialect,
): User {
  if (signInKind === 'known') return user;
  if (signInKind === 'linked') requireUnrestricted('linkClient', user, dialect);
  return { ...user, linkedClients: [...user.linkedClients, clientId] };
}

/** Returns whether a sign-in has changed the user. Another walletNetwork or walletType (§2.2) is not a change. */
function hasChanged(before: User, after: User): boolean {
  return (
    before.linkedClients !== after.linkedClients ||
    before.phoneNumber !== after.phoneNumber ||
    before.emailAddress !== after.emailAddress ||
    before.wallets.length !== after.wallets.length ||
    before.wallets.some((wallet, index) => wallet.status !== after.wallets[index]?.status)
  );
}

function getSignInKind(user: User | undefined, clientId: string): SessionGrant['signInKind'] {
  if (user === undefined) return 'signedUp';
  return user.linkedClients.includes(clientId) ? 'known' : 'linked';
}

async function openSession(
  unit: UnitOfWork,
  opened: Pick<SessionGrant, 'userId' | 'clientId' | 'signInKind'>,
): Promise<SessionGrant> {
  const { userId, clientId } = opened;
  const count = await unit.takeDrawNumber('session', userId);
  const sessionId = toUuid(draw(unit.scope, 'session', userId, count));
  const expiresAt = unit.now + parseDuration(unit.settings.dialect.session.ttl);
  await unit.put('sessions', sessionId, { id: sessionId, userId, clientId, expiresAt });
  return { sessionId, issuedAt: unit.now, expiresAt, ...opened };
}
