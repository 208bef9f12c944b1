/** Detects the fields that identify a wallet (§2.2). */
import { swapCase } from '../target/similar-secrets.ts';
import { findText, type Fields } from '../responses/fields.ts';
import { NotTested, createSettingError } from '../check-errors.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { requireUserId } from '../actors/signed-in.ts';
import type { UserView } from '../actors/user-view.ts';
import { pollUntil } from '../observations/poll-until.ts';

/** Maximum number of wallets to create until an address has letters in both cases. */
const MAX_WALLETS = 20;

const bothProbe = probe(['wallet.both'], async (t) => {
  t.requireKnown('wallet.variant');
  const { address } = t.pickStartableWallet();
  const walletNetwork = t.getNetwork(address);
  const fields = { walletAddress: address, walletNetwork, walletType: 'EVM' };
  const response = await t.sendToService(t.app.createStartRequest(fields));
  t.decide('wallet.both', response.accepted ? 'accept' : 'reject', response);
});

const crossVariantProbe = probe(['wallet.crossVariant'], async (t) => {
  t.requireKnown('wallet.variant');
  if (t.dialect.wallet.variant !== 'either') return;
  const wallet = t.pickWallet();
  const { challenge } = await t.start(wallet, t.app, t.getFields(wallet));
  const byType = t.getFields(wallet, t.dialect.wallet.types[0]);
  const response = await t.sendToService(t.app.createSignInRequest(byType, wallet.sign(challenge)));
  // Counter-check: a sign-in with only one field succeeds.
  if (!response.accepted) await t.signIn(wallet, t.app, byType);
  t.decide('wallet.crossVariant', response.accepted ? 'accept' : 'reject', response);
});

const checksumProbe = probe(['wallet.checksum'], async (t) => {
  t.requireAccepted('startWalletAuth');
  const { app } = t;
  const wallet = pickMixedCaseWallet(t);
  if (!t.createsUsers) {
    // A deployment that compares addresses case-sensitively does not know this wallet.
    const inLowerCase = await t.sendToService(
      app.createStartRequest(t.getFields(wallet.address.toLowerCase())),
    );
    if (!inLowerCase.accepted) {
      const { status } = inLowerCase;
      throw new NotTested(`A known address in lower case is rejected with ${status}`, 'dialect');
    }
  }
  const wrong = `0x${swapCase(wallet.address.slice(2))}`;
  const response = await t.sendToService(app.createStartRequest(t.getFields(wrong)));
  t.decide('wallet.checksum', response.accepted ? 'ignore' : 'verify', response);
});

/** Returns a wallet whose address has letters in both cases, as a checksum needs (EIP-55). */
function pickMixedCaseWallet(t: Probing): SigningWallet {
  for (let count = 0; count < MAX_WALLETS; count += 1) {
    const wallet = t.pickStartableWallet();
    if (/[a-f]/.test(wallet.address) && /[A-F]/.test(wallet.address)) return wallet;
  }
  throw createSettingError('an account whose address has letters in both cases');
}

const identityProbe = probe(['wallet.identity'], async (t) => {
  t.requireKnown('wallet.variant');
  if (t.dialect.wallet.variant === 'type') return;
  const wallet = t.pickWallet();
  const network = t.getNetwork(wallet);
  const first = await t.signIn(wallet, t.app, t.getFields(wallet, network));
  const otherNetwork = network === 'POLYGON' ? 'ETHEREUM' : 'POLYGON';
  const otherFields = t.getFields(wallet, otherNetwork);
  if (t.createsUsers) {
    const second = await t.signIn(wallet, t.app, otherFields);
    const isSameUser = requireUserId(second) === first.userId;
    t.decide('wallet.identity', isSameUser ? 'address' : 'addressAndNetwork', second.response);
    return;
  }
  // Without sign-ups, the deployment refuses a wallet that it does not know on this network.
  const response = await t.trySignIn(wallet, otherFields);
  if (response.accepted) t.decide('wallet.identity', 'address', response);
  else if (response.status === t.dialect.errors.status.identityUnknown) {
    t.decide('wallet.identity', 'addressAndNetwork', response);
  } else
    t.recordInconclusive(
      'wallet.identity',
      `The wallet is rejected on ${otherNetwork} with ${response.status}.`,
    );
});

const emitsProbe = probe(['wallet.emits'], async (t) => {
  t.requireKnown('wallet.variant', 'user.names.wallets');
  const { variant, types } = t.dialect.wallet;
  if (variant !== 'either' || t.dialect.user.names.wallets === 'none') return;
  const user = await t.signInWithSession();
  const byNetwork = SigningWallet.create();
  const byType = SigningWallet.create();
  for (const [wallet, value] of [
    [byNetwork, 'ETHEREUM'],
    [byType, types[0]],
  ] as const) {
    await t.sendAccepted(t.createAddRequest(user, t.getFields(wallet, value)));
  }
  const findRecords = ({ wallets }: UserView) =>
    [byNetwork, byType].map((wallet) => wallets?.find((record) => hasAddress(record, wallet)));
  const view = await pollUntil(
    t,
    () => t.read(user),
    (read) => findRecords(read).every((record) => record !== undefined),
  );
  const shown = findRecords(view).map(detectField);
  const dialectValue = EMITS_BY_FIELDS.get(shown.join(', '));
  if (dialectValue !== undefined) t.decide('wallet.emits', dialectValue, view.response);
  else
    t.recordInconclusive(
      'wallet.emits',
      `Wallets added by walletNetwork and by walletType are shown by ${shown.join(', and by ')}.`,
    );
});

/** Values of the dialect by the fields of two wallets, added by network and by type. */
const EMITS_BY_FIELDS = new Map([
  ['network, type', 'asReceived'],
  ['network, network', 'network'],
  ['type, type', 'type'],
]);

function hasAddress(record: Fields, { address }: SigningWallet): boolean {
  return findText(record, 'walletAddress')?.toLowerCase() === address.toLowerCase();
}

function detectField(record: Fields | undefined): 'network' | 'type' | 'both fields' | 'neither' {
  const hasNetwork = findText(record, 'walletNetwork') !== null;
  const hasType = findText(record, 'walletType') !== null;
  if (hasNetwork && hasType) return 'both fields';
  if (hasNetwork) return 'network';
  return hasType ? 'type' : 'neither';
}

export const walletFieldProbes: ProbeGroup = {
  name: 'wallet identity fields',
  needs: ['identity.addWalletTarget'],
  sends: [],
  probes: [bothProbe, crossVariantProbe, checksumProbe, identityProbe],
};

export const shownWalletProbes: ProbeGroup = {
  name: 'wallet records',
  needs: ['wallet.identity', 'wallet.addOwned', 'otp.email.maxAttempts'],
  sends: [],
  probes: [emitsProbe],
};
