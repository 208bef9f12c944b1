/**
 * Builds requests in both variants of the wallet identity (§2.2). A kind is a value of either field:
 * the networks ETHEREUM and POLYGON, or the type EVM.
 */
import { findWalletKind } from '../responses/fields.ts';
import type { Attempt } from '../attempt.ts';
import { NotTested, createInapplicable, createSettingError } from '../check-errors.ts';
import { SharedResponses } from '../observations/shared-responses.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import type { WalletOperation } from './operations.ts';
import { returnNotTested } from './valid-requests.ts';
import { SigningWallet } from './signing-wallet.ts';
import { mayBeRestricted, createUnflaggedWalletError } from './several-users.ts';

/** All values of walletNetwork (§2.2). */
export const networks: readonly string[] = ['ETHEREUM', 'POLYGON'];

/** The only value of walletType in the interface (§2.2). */
export const EVM_TYPE = 'EVM';

/** Returns the known type, or another type if the deployment does not accept the known one. */
export function chooseWalletType({ dialect: { wallet } }: Attempt): string {
  return wallet.types.includes(EVM_TYPE) ? EVM_TYPE : (wallet.types[0] ?? EVM_TYPE);
}

/** @throws NotTested if the deployment rejects the field of this kind: walletNetwork or walletType */
export function requireKind(t: Attempt, kind: string): void {
  t.requireKnown('wallet.variant');
  const isNetwork = networks.includes(kind);
  if (t.dialect.wallet.variant !== (isNetwork ? 'type' : 'network')) return;
  throw createInapplicable(`the deployment rejects ${isNetwork ? 'walletNetwork' : 'walletType'}`);
}

/** Returns every kind that the deployment accepts; throws NotTested if `wallet.variant` is unknown. */
export function listAcceptedKinds(t: Attempt): readonly string[] {
  t.requireKnown('wallet.variant');
  switch (t.dialect.wallet.variant) {
    case 'either':
      return [...networks, chooseWalletType(t)];
    case 'network':
      return networks;
    case 'type':
      return [chooseWalletType(t)];
  }
}

export async function createRequestForKind(
  t: Attempt,
  operation: WalletOperation,
  kind: string,
): Promise<HttpRequest> {
  switch (operation) {
    case 'startWalletAuth':
      return t.app.createStartRequest(t.getFields(t.pickStartableWallet(), kind));
    case 'authenticateWallet': {
      const wallet = t.pickWallet();
      return t.createSignedRequest(wallet, t.app, t.getFields(wallet, kind));
    }
    case 'addWalletToUser':
      return t.createAddRequest(
        await t.signInWithSession(),
        t.getFields(SigningWallet.create(), kind),
      );
  }
}

const acceptedResponses = new SharedResponses((response) => response.accepted);

/** Sends a valid request with the kind, unless an earlier check has sent one. */
export async function sendForKind(
  t: Attempt,
  operation: WalletOperation,
  kind: string,
): Promise<HttpResponse> {
  const counterCheck = await t.ctx.requireWorking(operation).catch(returnNotTested);
  if (!(counterCheck instanceof NotTested) && findWalletKind(counterCheck.request.body) === kind)
    return counterCheck;
  const response = await acceptedResponses.sendOnce(t, `${operation} ${kind}`, () =>
    sendExpectingAccepted(t, operation, kind),
  );
  t.requireServiceResponse(response);
  return response;
}

/** Sends a request; throws NotTested if a rejection may mean that the wallet is registered with the other field only. */
async function sendExpectingAccepted(
  t: Attempt,
  operation: WalletOperation,
  kind: string,
): Promise<HttpResponse> {
  const isAcceptedKind = !t.isDetected('wallet.variant') || listAcceptedKinds(t).includes(kind);
  const isIdentifiedByAddress = t.isDetectedAs('wallet.identity', 'address');
  const mayBeRegisteredWithOtherField =
    operation !== 'addWalletToUser' && !t.createsUsers && isAcceptedKind && !isIdentifiedByAddress;
  if (!mayBeRegisteredWithOtherField) {
    const response = await t.sendToService(await createRequestForKind(t, operation, kind));
    t.assertNoServerError(response, `${operation} for a wallet on ${kind}`);
    if (!response.accepted && mayBeRestricted(t)) throw createUnflaggedWalletError();
    return response;
  }
  const needed = createSettingError(`accounts[].privateKey of a wallet on ${kind}`);
  const request = await createRequestForKind(t, operation, kind).catch((error: unknown) => {
    throw error instanceof NotTested && error.causeType === 'contract' ? needed : error;
  });
  const response = await t.sendToService(request);
  if (!response.accepted) throw needed;
  return response;
}

export interface VariantOutcomes {
  /** Number of accepted variants: 0 to 2. */
  readonly acceptedCount: number;
  /** The error if the outcomes prove nothing. */
  readonly error: NotTested | null;
  readonly description: string;
}

export async function sendBothVariants(
  t: Attempt,
  operation: WalletOperation,
): Promise<VariantOutcomes> {
  const network = operation === 'addWalletToUser' ? 'ETHEREUM' : t.getNetwork(t.pickWallet());
  const byNetwork = await observeOutcome(t, operation, network);
  const byType = await observeOutcome(t, operation, chooseWalletType(t));
  const outcomes = [byNetwork, byType];
  const acceptedCount = outcomes.filter((outcome) => outcome === 'accepted').length;
  const untested = outcomes.filter((outcome) => outcome instanceof NotTested);
  // A variant whose start was refused ('contract') counts as refused, unless both are untested.
  const areAllUntested = untested.length === outcomes.length;
  const error = areAllUntested
    ? untested[0]
    : untested.find(({ causeType }) => causeType !== 'contract');
  const description = `a request with walletNetwork is ${describeOutcome(byNetwork)}, a request with walletType is ${describeOutcome(byType)}`;
  return { acceptedCount, error: error ?? null, description };
}

type Outcome = 'accepted' | 'refused' | NotTested;

async function observeOutcome(
  t: Attempt,
  operation: WalletOperation,
  kind: string,
): Promise<Outcome> {
  const response = await sendForKind(t, operation, kind).catch(returnNotTested);
  if (response instanceof NotTested) return response;
  t.addEvidence(response);
  return response.accepted ? 'accepted' : 'refused';
}

function describeOutcome(outcome: Outcome): string {
  return outcome instanceof NotTested ? 'not tested, because start was refused' : outcome;
}
