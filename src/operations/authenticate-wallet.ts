import type { CanonicalRequest } from '../contract/wire.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { listUsableChallenges, judgeSignature, getVariant } from '../domain/challenge.ts';
import { Refusal } from '../domain/errors.ts';
import { getWalletIdentity } from '../domain/identity.ts';
import { getNextWalletStatus } from '../domain/transitions.ts';
import { createUserMask } from '../domain/user-object.ts';
import type { User } from '../domain/records.ts';
import { requireUnrestricted } from './flows/restricted-write.ts';
import { signIn } from './flows/sign-in.ts';
import type { OperationContext, PrepareResources, WriteOperation } from './operation.ts';

/** §4.2: checks the signed challenge, verifies the wallet, opens a session. */
export const authenticateWallet: WriteOperation<'authenticateWallet'> = {
  access: 'write',
  prepare: addSignedChallenge,

  async run(unit, wallet, context) {
    const { dialect } = unit.settings;
    const identity = getWalletIdentity(wallet, dialect);
    const outstanding = await unit.listChallenges(context.clientId, identity);
    const submission = {
      variant: getVariant(wallet),
      signed: context.signedChallenge,
      now: unit.now,
    };
    const judgement = judgeSignature(outstanding, submission, dialect);
    if ('remaining' in judgement) {
      await unit.putChallenges(context.clientId, identity, judgement.remaining);
    }
    if (judgement.verdict !== 'signed') {
      const { cause, message, detail } = REFUSALS[judgement.verdict];
      return new Refusal(cause, message, { details: [detail] });
    }

    const { user, grant } = await signIn(
      unit,
      {
        identity,
        addToUserId: null,
        assignIdentity: (owner) => verifyWallet(owner, wallet, dialect),
      },
      context,
    );
    return { body: { userMask: createUserMask(user, dialect) }, grant };
  },
};

const REFUSALS = {
  unknown: {
    cause: 'challengeUnknown',
    message: 'No challenge is outstanding. Request a new one.',
    detail: { pointer: '/body/walletAddress', message: 'has no outstanding challenge' },
  },
  expired: {
    cause: 'challengeExpired',
    message: 'The challenge has expired. Request a new one.',
    detail: { pointer: '/body/signature', message: 'must sign a challenge that has not expired' },
  },
  badSignature: {
    cause: 'signature',
    message:
      'The signature does not match this wallet and its challenge. Sign the challenge with this wallet.',
    detail: {
      pointer: '/body/signature',
      message: 'must be the signature of the challenge by this wallet',
    },
  },
} as const;

/**
 * Adds the challenge that the wallet has signed, if any, to the context. Recovering the signer takes too long
 * for a unit of work.
 */
async function addSignedChallenge(
  wallet: CanonicalRequest<'authenticateWallet'>,
  context: OperationContext,
  { read, signatures }: PrepareResources,
): Promise<OperationContext> {
  const { candidates, accepts } = await read(async (view) => {
    const { dialect } = view.settings;
    const outstanding = await view.listChallenges(
      context.clientId,
      getWalletIdentity(wallet, dialect),
    );
    return {
      candidates: listUsableChallenges(outstanding, getVariant(wallet), dialect),
      accepts: new Set(dialect.wallet.signature.accepts),
    };
  });
  for (const { challenge } of candidates) {
    const signer = await signatures.recover(challenge, wallet.signature, accepts);
    if (signer === wallet.address.toLowerCase()) return { ...context, signedChallenge: challenge };
  }
  return context;
}

/** §3: an unverified wallet becomes verified; an unknown wallet is added, verified, to a new user. */
function verifyWallet(
  user: User,
  { address, network, type }: CanonicalRequest<'authenticateWallet'>,
  dialect: Dialect,
): User {
  const received = { address, network, type };
  const identity = getWalletIdentity(received, dialect);
  const existing = user.wallets.find((wallet) => getWalletIdentity(wallet, dialect) === identity);
  // §7.4: verifying is a write; signing in with a verified wallet is not.
  if (existing?.status === 'unverified') requireUnrestricted('verifyWallet', user, dialect);
  const status = getNextWalletStatus(existing?.status ?? null, 'authenticated');
  const verified = { ...received, status };
  return {
    ...user,
    wallets:
      existing === undefined
        ? [...user.wallets, verified]
        : user.wallets.map((wallet) => (wallet === existing ? verified : wallet)),
  };
}
