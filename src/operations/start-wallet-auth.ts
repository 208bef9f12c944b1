import { getVariant, addChallenge } from '../domain/challenge.ts';
import { parseDuration } from '../domain/duration.ts';
import { getWalletIdentity } from '../domain/identity.ts';
import { draw } from '../ports/draws.ts';
import { requireKnownIdentity } from './flows/sign-in.ts';
import type { WriteOperation } from './operation.ts';

/** §4.1: issues a challenge for the client and the wallet. */
export const startWalletAuth: WriteOperation<'startWalletAuth'> = {
  access: 'write',

  async run(unit, wallet, { clientId }) {
    const { dialect } = unit.settings;
    const identity = getWalletIdentity(wallet, dialect);
    await requireKnownIdentity(unit, identity);

    // §2.3: a fixed sign-in phrase followed by a long random string of URL-safe characters.
    const count = await unit.takeDrawNumber('challenge', identity);
    const bytes = draw(unit.scope, 'challenge', `${clientId} ${identity}`, count);
    const random = bytes.toString('base64url');
    const { ttl, phrase } = dialect.wallet.challenge;
    const challenge = {
      challenge: `${unit.chaos.setting.challengePhrase ?? phrase}${random}`,
      variant: getVariant(wallet),
      expiresAt: unit.now + parseDuration(ttl),
    };

    const outstanding = await unit.listChallenges(clientId, identity);
    await unit.putChallenges(
      clientId,
      identity,
      addChallenge(outstanding, challenge, unit.now, dialect),
    );
    return { body: { challenge: challenge.challenge } };
  },
};
