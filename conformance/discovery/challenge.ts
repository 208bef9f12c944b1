/** Detects the properties of challenges and their signatures (§2.3, §4.1, §4.2, §5.3). */
import { findCommonPrefix } from '../../src/judge/challenge-text.ts';
import { NotTested, describeRejection } from '../check-errors.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import { probe, type ProbeGroup } from './define-probe.ts';

/** Number of challenges to compare. The chance that eight share a random hexadecimal digit is 1 in 16^7. */
const SAMPLE_COUNT = 8;
const MAX_PHRASE_LENGTH = 500;

/** Detects the phrase: the whole common prefix of the challenges, even if it ends with URL-safe characters. */
const phraseProbe = probe(['wallet.challenge.phrase'], async (t) => {
  const { memory } = t.ctx.knowledge;
  for (let missing = SAMPLE_COUNT - memory.challenges.length; missing > 0; missing -= 1) {
    await t.start(t.pickStartableWallet());
  }
  const { challenges } = memory;
  const prefix = findCommonPrefix(challenges);
  const [accepted] = memory.listAccepted('startWalletAuth');
  if (challenges.length < SAMPLE_COUNT || challenges.includes(prefix)) {
    t.recordInconclusive('wallet.challenge.phrase', 'Challenges repeat.');
  } else if (prefix === '' || prefix.length > MAX_PHRASE_LENGTH) {
    const observation = `The challenges share a prefix of ${prefix.length} characters.`;
    t.recordInconclusive('wallet.challenge.phrase', observation);
  } else {
    t.decide('wallet.challenge.phrase', prefix, accepted ?? null);
  }
});

const outstandingProbe = probe(['wallet.challenge.outstanding'], async (t) => {
  const wallet = t.pickWallet();
  const first = await t.start(wallet);
  const second = await t.start(wallet);
  if (first.challenge === second.challenge) {
    throw new NotTested('A second start returns the same challenge', 'dialect');
  }
  const signature = wallet.sign(first.challenge);
  const response = await t.sendToService(t.app.createSignInRequest(first.fields, signature));
  // Throws NotTested if a normal sign-in fails too: then the rejection proves nothing.
  if (!response.accepted) await t.signIn(wallet);
  t.decide('wallet.challenge.outstanding', response.accepted ? 'all' : 'latest', response);
});

const badSignatureProbe = probe(['wallet.challenge.onBadSignature'], async (t) => {
  t.requireAccepted('authenticateWallet');
  const { app } = t;
  const { wallet, fields, challenge } = await t.start();
  const bad = await t.sendToService(
    app.createSignInRequest(fields, SigningWallet.create().sign(challenge)),
  );
  if (bad.accepted) throw new NotTested('A wrong signature is accepted', 'contract');
  const valid = await t.sendToService(app.createSignInRequest(fields, wallet.sign(challenge)));
  // Throws NotTested if a normal sign-in fails too, as above.
  if (!valid.accepted) await t.signIn(wallet);
  t.decide('wallet.challenge.onBadSignature', valid.accepted ? 'keep' : 'burn', valid);
});

const reuseProbe = probe(['wallet.challenge.reuse'], async (t) => {
  const request = await t.createSignedRequest();
  await t.sendAccepted(request);
  const again = await t.sendToService(request);
  t.decide('wallet.challenge.reuse', again.accepted ? 'accept' : 'reject', again);
});

const encodingsProbe = probe(['wallet.signature.accepts'], async (t) => {
  const trySignature = async (sign: (wallet: SigningWallet, text: string) => string) => {
    const { wallet, fields, challenge } = await t.start();
    return t.sendToService(t.app.createSignInRequest(fields, sign(wallet, challenge)));
  };
  const rsv = await trySignature((wallet, text) => wallet.sign(text));
  if (!rsv.accepted) throw new NotTested(describeRejection(rsv), 'contract');
  const compact = await trySignature((wallet, text) => wallet.signCompact(text));
  const highS = await trySignature((wallet, text) => wallet.signHighS(text));
  const accepts = Object.entries({ rsv, compact, highS }).flatMap(([name, { accepted }]) =>
    accepted ? [name] : [],
  );
  t.decide('wallet.signature.accepts', accepts, highS);
});

export const challengeProbes: ProbeGroup = {
  name: 'challenges and signatures',
  needs: ['identity.addWalletTarget'],
  sends: [],
  probes: [phraseProbe, outstandingProbe, badSignatureProbe, reuseProbe, encodingsProbe],
};
