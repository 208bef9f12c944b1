/** Detects what every request needs: HTML error pages, the field of a wallet, a bearer token. */
import { fieldsOrNull } from '../responses/fields.ts';
import type { WalletFields } from '../actors/app.ts';
import { networks } from '../actors/named-wallets.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import type { HttpRequest, Reply } from '../target/http-request.ts';
import { namesIn } from '../target/reply-kinds.ts';
import { availableTokens, applyFindings } from './bearer-kinds.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { decideStatus } from './status-of-refusal.ts';

/** A start that is always invalid: it has no wallet (§4.1). */
const refusalsInHtml = probe([], async (t) => {
  const request: HttpRequest = { ...t.flows.app.start({ walletAddress: '' }), body: {} };
  const replies = [await t.send(request)];
  // The same page twice, while other requests pass: the deployment itself returns it.
  if (replies.every(isHtmlRefusal)) replies.push(await t.send(request));
  if (replies.every(isHtmlRefusal)) t.ctx.lines.refusesInHtml = true;
});

/**
 * The status of a refusal is not shown (§7): it may be a success status with an error body. That cannot be
 * known for an empty body, or one with the requested value.
 */
const refusalsBySuccess = probe([], async (t) => {
  const request: HttpRequest = { ...t.flows.app.start({ walletAddress: '' }), body: {} };
  const reply = await t.send(request);
  if (reply.accepted && fieldsOrNull(reply.body)?.['challenge'] === undefined) {
    t.ctx.lines.refusesByNames = namesIn(reply.body);
  }
});

function isHtmlRefusal({ accepted, status, headers }: Reply): boolean {
  const isHtml = headers['content-type']?.toLowerCase().startsWith('text/html') ?? false;
  return !accepted && status < 500 && isHtml;
}

/** Declared wallets that are tried: the first one may be unknown to the deployment. */
const MAX_WALLETS = 3;

const KEYS = ['wallet.variant', 'wallet.types', 'identity.unknown'] as const;

/** The first accepted start shows the field of a wallet and the required bearer token. */
const start = probe(
  KEYS.filter((key) => key !== 'identity.unknown'),
  async (t) => {
    const unknownUser = await startsOf(t, SigningWallet.fresh());
    if (settled(t, unknownUser)) return;
    for (const wallet of t.ctx.identities.wallets().slice(0, MAX_WALLETS)) {
      const ofKnown = await startsOfDeclaredWallets(t, wallet);
      if (!settled(t, ofKnown)) continue;
      const refusal = unknownUser.find(({ kind }) => kind === ofKnown.at(-1)?.kind);
      const reply = refusal?.[ofKnown.at(-1)?.network.accepted ? 'network' : 'type'];
      if (reply === undefined) return;
      // §5.6: all that was different is who has the wallet.
      t.decide('identity.unknown', 'rejectAtStart', reply);
      decideStatus(t, 'identityUnknown', reply);
      return;
    }
    const seen = unknownUser.map(
      ({ kind, network, type }) =>
        `With ${WORDS[kind]}, walletNetwork returns ${network.status} and walletType returns ${type.status}.`,
    );
    t.leaveOpen('wallet.variant', seen.join(' '));
    t.leaveOpen('wallet.types', seen.join(' '));
    // Who is known to the deployment is understood in more dialects than who is not.
    if (t.ctx.identities.accounts().length > 0) t.assume('identity.unknown', 'rejectAtStart');
  },
);

/** Where strangers are refused, a wallet may be known on one of the networks only (§2.2). */
async function startsOfDeclaredWallets(
  t: Probing,
  wallet: SigningWallet,
): Promise<readonly Starts[]> {
  const tried = await startsOf(t, wallet);
  if (tried.some(({ network, type }) => network.accepted || type.accepted)) return tried;
  const onPolygon = await startsOf(t, wallet, 'POLYGON');
  if (!onPolygon.some(({ network }) => network.accepted)) return tried;
  t.ctx.identities.foundOn('POLYGON', wallet);
  return onPolygon;
}

/**
 * On which network each account is known: a start elsewhere would be that of a stranger, and so is one
 * with a wallet that is known on none.
 */
const networksOfAccounts = probe([], async (t) => {
  if (!t.knows('wallet.variant') || t.dialect.identity.unknown !== 'rejectAtStart') return;
  const { identities } = t.ctx;
  for (const wallet of identities.wallets()) {
    if (!(await isFound(t, wallet))) identities.notFound(wallet);
  }
});

/** Returns whether a wallet is known, possibly on one network only. */
async function isFound(t: Probing, wallet: SigningWallet): Promise<boolean> {
  const names = t.dialect.wallet.variant === 'type' ? [undefined] : networks;
  for (const name of names) {
    const reply = await t.send(t.flows.app.start(t.flows.fields(wallet, name)));
    t.decided(reply);
    if (!reply.accepted) continue;
    if (name !== undefined) t.ctx.identities.foundOn(name, wallet);
    return true;
  }
  return false;
}

const WORDS = {
  none: 'no bearer token',
  client: 'the access token',
  session: 'a session',
} as const;

/** Starts with each wallet field and one bearer token; returns the responses. */
interface Starts {
  readonly kind: keyof typeof WORDS;
  readonly network: Reply;
  readonly type: Reply;
}

/** Starts by each field alone, with one bearer after another, until one is accepted. */
async function startsOf(
  t: Probing,
  { address }: SigningWallet,
  walletNetwork = 'ETHEREUM',
): Promise<readonly Starts[]> {
  const tried: Starts[] = [];
  for (const { kind, bearer } of [{ kind: 'none' as const, bearer: null }, ...availableTokens(t)]) {
    const started = async (fields: WalletFields): Promise<Reply> => {
      const reply = await t.send(t.flows.app.start(fields, bearer));
      t.decided(reply);
      return reply;
    };
    const network = await started({ walletAddress: address, walletNetwork });
    const type = await started({ walletAddress: address, walletType: 'EVM' });
    tried.push({ kind, network, type });
    if (network.accepted || type.accepted) break;
  }
  return tried;
}

/** Decides what the last of the responses shows; nothing where all were refusals. */
function settled(t: Probing, tried: readonly Starts[]): boolean {
  const { bearers } = t.ctx.knowledge;
  const last = tried.at(-1);
  const first = tried[0];
  if (last === undefined || first === undefined) return false;
  const { kind, network, type } = last;
  if (!network.accepted && !type.accepted) return false;
  // §2.2
  const decisive = network.accepted ? type : network;
  const one = network.accepted ? 'network' : 'type';
  t.decide('wallet.variant', network.accepted && type.accepted ? 'either' : one, decisive);
  if (type.accepted) t.decide('wallet.types', ['EVM'], type);
  if (kind === 'none') {
    bearers.notNeeded('startWalletAuth', network.accepted ? network : type);
  } else {
    bearers.needed('startWalletAuth', first[one]);
    bearers.served(kind, last[one]);
    const byToken = tried.find((starts) => starts.kind === 'client');
    if (byToken !== undefined) bearers.served('client', byToken[one]);
  }
  applyFindings(t);
  return true;
}

export const entryProbes: ProbeGroup = {
  name: 'base URL, client and paths',
  needs: [],
  sends: ['sms', 'email'],
  probes: [refusalsInHtml, refusalsBySuccess, start, networksOfAccounts],
};
