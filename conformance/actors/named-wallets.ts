/** Builds requests that identify the wallet in either of the two variants (§2.2). */
import { findText } from '../responses/fields.ts';
import type { Attempt } from '../attempt.ts';
import { NotTested, createInapplicable, createNeed } from '../outcomes.ts';
import { KnownResponses } from '../observations/known-responses.ts';
import type { HttpRequest, HttpResponse } from '../target/http-request.ts';
import type { WalletOperation } from './operations.ts';
import { toNotTested } from './valid-requests.ts';
import { SigningWallet } from './signing-wallet.ts';
import { mayBeRestricted, createNeedsUnflagged } from './two-wallets.ts';

/** All values of walletNetwork (§2.2). */
export const networks: readonly string[] = ['ETHEREUM', 'POLYGON'];

/** The only value of walletType in the interface (§2.2). */
export const KNOWN_TYPE = 'EVM';

/** Returns the known type, or another type if the deployment does not accept the known one. */
export function chooseWalletType({ dialect: { wallet } }: Attempt): string {
  return wallet.types.includes(KNOWN_TYPE) ? KNOWN_TYPE : (wallet.types[0] ?? KNOWN_TYPE);
}

export function requireNetworks(t: Attempt): void {
  t.requireKnown('wallet.variant');
  if (t.dialect.wallet.variant !== 'type') return;
  throw createInapplicable('the deployment rejects walletNetwork');
}

export function requireTypes(t: Attempt): void {
  t.requireKnown('wallet.variant');
  if (t.dialect.wallet.variant !== 'network') return;
  throw createInapplicable('the deployment rejects walletType');
}

/** Returns every network and type that the deployment accepts; throws NotTested if unknown. */
export function listAcceptedNames(t: Attempt): readonly string[] {
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

/** Builds the request of an operation for a wallet on a network or of a type. */
async function createRequestNaming(
  t: Attempt,
  operation: WalletOperation,
  name: string,
): Promise<HttpRequest> {
  const { flows } = t;
  switch (operation) {
    case 'startWalletAuth':
      return flows.app.start(flows.getFields(flows.pickWallet(), name));
    case 'authenticateWallet': {
      const wallet = flows.pickWallet();
      return flows.createSignedRequest(wallet, flows.app, flows.getFields(wallet, name));
    }
    case 'addWalletToUser':
      return flows.createAddRequest(
        await flows.signInWithSession(),
        flows.getFields(SigningWallet.create(), name),
      );
  }
}

const accepted = new KnownResponses((response) => response.accepted);

/** Returns the response to a request, which an earlier check may have sent. */
export async function sendNaming(
  t: Attempt,
  operation: WalletOperation,
  name: string,
): Promise<HttpResponse> {
  const control = await t.ctx.sendControl(operation).catch(toNotTested);
  if (!(control instanceof NotTested) && findName(control) === name) return control;
  const response = await accepted.sendOnce(t, `${operation} ${name}`, () =>
    sendAcceptedNaming(t, operation, name),
  );
  t.requireServiceResponse(response);
  return response;
}

function findName({ request: { body } }: HttpResponse): string | null {
  return findText(body, 'walletNetwork') ?? findText(body, 'walletType');
}

/** Sends a request; throws NotTested if the account may be known only by the other variant. */
async function sendAcceptedNaming(
  t: Attempt,
  operation: WalletOperation,
  name: string,
): Promise<HttpResponse> {
  const isTaken = !t.isDetected('wallet.variant') || listAcceptedNames(t).includes(name);
  const isSameByAddress =
    t.isDetected('wallet.identity') && t.dialect.wallet.identity === 'address';
  const mayBeUnknown =
    operation !== 'addWalletToUser' && !t.flows.createsUsers && isTaken && !isSameByAddress;
  if (!mayBeUnknown) {
    const response = await t.sendToService(await createRequestNaming(t, operation, name));
    t.assertNoServerError(response, `${operation} for a wallet on ${name}`);
    if (!response.accepted && mayBeRestricted(t)) throw createNeedsUnflagged();
    return response;
  }
  const needed = createNeed(`accounts[].privateKey of a wallet on ${name}`);
  const request = await createRequestNaming(t, operation, name).catch((error: unknown) => {
    throw error instanceof NotTested && error.because === 'contract' ? needed : error;
  });
  const response = await t.sendToService(request);
  if (!response.accepted) throw needed;
  return response;
}

export interface BothVariants {
  readonly accepted: number;
  /** Reason why a variant is inconclusive; null if both are conclusive. */
  readonly unclear: NotTested | null;
  readonly description: string;
}

export async function sendBothVariants(
  t: Attempt,
  operation: WalletOperation,
): Promise<BothVariants> {
  const network =
    operation === 'addWalletToUser' ? 'ETHEREUM' : t.flows.getNetwork(t.flows.pickWallet());
  const byNetwork = await observeOutcome(t, operation, network);
  const byType = await observeOutcome(t, operation, chooseWalletType(t));
  const outcomes = [byNetwork, byType];
  const accepted = outcomes.filter((outcome) => outcome === 'accepted').length;
  const unknown = outcomes.filter((outcome) => outcome instanceof NotTested);
  // If a wallet can start only in the other variant, its later requests of this one fail too.
  const noneBegins = unknown.length === outcomes.length;
  const unclear = unknown.find(({ because }) => because !== 'contract' || noneBegins) ?? null;
  const description = `a request with walletNetwork is ${describeOutcome(byNetwork)}, one with walletType is ${describeOutcome(byType)}`;
  return { accepted, unclear, description };
}

type Outcome = 'accepted' | 'refused' | NotTested;

async function observeOutcome(
  t: Attempt,
  operation: WalletOperation,
  name: string,
): Promise<Outcome> {
  try {
    const response = await sendNaming(t, operation, name);
    t.requireServiceResponse(response);
    t.addEvidence(response);
    return response.accepted ? 'accepted' : 'refused';
  } catch (error) {
    if (error instanceof NotTested) return error;
    throw error;
  }
}

function describeOutcome(outcome: Outcome): string {
  return outcome instanceof NotTested ? 'refused at start' : outcome;
}
