/** Detects HTML error pages, the wallet field and the bearer token: all other probes need them. */
import { toFields } from '../responses/fields.ts';
import type { WalletFields } from '../actors/app.ts';
import { networks } from '../actors/wallet-kinds.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import { describeFieldNames, isServerError } from '../target/response-kinds.ts';
import { listAvailableTokens, recordNeed, applyFindings } from './bearer-kinds.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { decideStatus } from './refusal-status.ts';

function createStartWithoutWallet(t: Probing): HttpRequest {
  return { ...t.app.createStartRequest({ walletAddress: '' }), body: {} };
}

const refusalsInHtml = probe([], async (t) => {
  const request = createStartWithoutWallet(t);
  const responses = [await t.send(request)];
  // Two HTML rejections in a row come from the deployment; a single one may come from a gateway.
  if (responses.every(isHtmlRefusal)) responses.push(await t.send(request));
  if (responses.every(isHtmlRefusal)) t.ctx.network.refusalsAreHtml = true;
});

/** Detects refusals with a success status and an error body (§7). */
const refusalsBySuccess = probe([], async (t) => {
  const response = await t.send(createStartWithoutWallet(t));
  if (response.accepted && toFields(response.body)?.['challenge'] === undefined) {
    t.ctx.network.rejectionFieldNames = describeFieldNames(response.body);
  }
});

function isHtmlRefusal(response: HttpResponse): boolean {
  if (response.accepted || isServerError(response)) return false;
  return response.headers['content-type']?.toLowerCase().startsWith('text/html') ?? false;
}

/** Maximum number of declared wallets to try, since the deployment may not know the first. */
const MAX_WALLETS = 3;

/** Detects the wallet field and the required bearer token from the first accepted start. */
const startProbe = probe(['wallet.variant', 'wallet.types'], async (t) => {
  const newWalletTrials = await tryStarts(t, SigningWallet.create());
  if (decideFromStarts(t, newWalletTrials)) return;
  for (const wallet of t.ctx.identities.listWallets().slice(0, MAX_WALLETS)) {
    const declaredTrials = await tryStarts(t, wallet);
    if (!decideFromStarts(t, declaredTrials)) continue;
    const declaredTrial = declaredTrials.at(-1);
    const newTrial = newWalletTrials.find(({ kind }) => kind === declaredTrial?.kind);
    const refusal = declaredTrial?.network.accepted ? newTrial?.network : newTrial?.type;
    if (refusal === undefined) return;
    // §5.6: the accepted and the refused request differ only in the user of the wallet.
    t.decide('identity.unknown', 'rejectAtStart', refusal);
    decideStatus(t, 'identityUnknown', refusal);
    return;
  }
  const observations = newWalletTrials.map(
    ({ kind, network, type }) =>
      `With ${BEARER_NAMES[kind]}, walletNetwork returns ${network.status} and walletType returns ${type.status}.`,
  );
  t.recordInconclusive('wallet.variant', observations.join(' '));
  t.recordInconclusive('wallet.types', observations.join(' '));
  // Detection with declared accounts works in more dialects than with unknown users.
  if (t.ctx.identities.listAccounts().length > 0) t.assume('identity.unknown', 'rejectAtStart');
});

/** Detects the network on which each declared wallet is known. A wallet that is known on none has no user. */
const networksOfAccounts = probe([], async (t) => {
  if (!t.isDetected('wallet.variant') || t.dialect.identity.unknown !== 'rejectAtStart') return;
  const { identities } = t.ctx;
  for (const wallet of identities.listWallets()) {
    if (!(await canStart(t, wallet))) identities.recordUnknownWallet(wallet);
  }
});

/** Returns whether a start of the wallet is accepted; records the network on which it is accepted. */
async function canStart(t: Probing, wallet: SigningWallet): Promise<boolean> {
  const names = t.dialect.wallet.variant === 'type' ? [undefined] : networks;
  for (const name of names) {
    const response = await t.sendToService(t.app.createStartRequest(t.getFields(wallet, name)));
    if (!response.accepted) continue;
    if (name !== undefined) t.ctx.identities.recordNetwork(name, wallet);
    return true;
  }
  return false;
}

const BEARER_NAMES = {
  none: 'no bearer token',
  client: 'the access token',
  session: 'a session',
} as const;

/** Responses to starts with each wallet field and the same bearer token. */
interface StartTrial {
  readonly kind: keyof typeof BEARER_NAMES;
  readonly network: HttpResponse;
  readonly type: HttpResponse;
}

/** Starts with each bearer token and wallet field, on both networks (§2.2), until a start is accepted. */
async function tryStarts(t: Probing, wallet: SigningWallet): Promise<readonly StartTrial[]> {
  const walletAddress = wallet.address;
  const trials: StartTrial[] = [];
  const bearers = [{ kind: 'none' as const, bearer: null }, ...listAvailableTokens(t)];
  for (const { kind, bearer } of bearers) {
    const startWallet = (fields: WalletFields) =>
      t.sendToService(t.app.createStartRequest(fields, bearer));
    const onEthereum = await startWallet({ walletAddress, walletNetwork: 'ETHEREUM' });
    const type = await startWallet({ walletAddress, walletType: 'EVM' });
    const onPolygon = onEthereum.accepted
      ? null
      : await startWallet({ walletAddress, walletNetwork: 'POLYGON' });
    if (onPolygon?.accepted) t.ctx.identities.recordNetwork('POLYGON', wallet);
    const network = onPolygon?.accepted ? onPolygon : onEthereum;
    trials.push({ kind, network, type });
    if (network.accepted || type.accepted) break;
  }
  return trials;
}

/** Decides keys from the last responses; returns false if all were refusals. */
function decideFromStarts(t: Probing, trials: readonly StartTrial[]): boolean {
  const last = trials.at(-1);
  if (last === undefined) return false;
  const { kind, network, type } = last;
  if (!network.accepted && !type.accepted) return false;
  // §2.2: the response to the other field decides the variant.
  const decisive = network.accepted ? type : network;
  const field = network.accepted ? 'network' : 'type';
  t.decide('wallet.variant', network.accepted && type.accepted ? 'either' : field, decisive);
  if (type.accepted) t.decide('wallet.types', ['EVM'], type);
  if (kind === 'none') {
    t.ctx.knowledge.bearers.recordNotNeeded('startWalletAuth', last[field]);
    applyFindings(t);
  } else {
    const rejected = trials.slice(0, -1);
    const refusals = new Map(rejected.map((trial) => [trial.kind, trial[field]] as const));
    recordNeed(t, 'startWalletAuth', { kind, response: last[field] }, refusals);
  }
  return true;
}

export const entryProbes: ProbeGroup = {
  name: 'the start of a wallet sign-in',
  needs: [],
  probes: [refusalsInHtml, refusalsBySuccess, startProbe, networksOfAccounts],
};
