/** Provides a request of each operation to malform, and verifies that it had no effect. */
import type { OperationId } from '../../src/contract/types.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { findText } from '../responses/fields.ts';
import type { Attempt } from '../attempt.ts';
import { signInSharedUserIfPossible, createSharedUserRequest } from '../actors/shared-user.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import {
  type HttpRequest,
  type HttpResponse,
  withField,
  withoutField,
} from '../target/http-request.ts';
import { otpNames } from '../actors/operations.ts';

export interface RequestToMalform {
  /** The request: valid, except for the one-time password of an OTP sign-in. */
  readonly request: HttpRequest;
  assertNoEffect(last: HttpResponse): Promise<void>;
}

/** Destinations reserved for fiction; they get no code. */
const UNUSED_DESTINATIONS = { sms: '+12025550100', email: 'nobody@example.test' } as const;
const NO_CODE = 'no-code';

/** Returns a request to malform; sends only the requests that a session needs. */
export async function createRequestToMalform(
  t: Attempt,
  operation: OperationId,
): Promise<RequestToMalform> {
  switch (operation) {
    case 'startWalletAuth':
    case 'authenticateWallet':
    case 'getUser':
      return wrapUnverified(await createSharedUserRequest(t, operation));
    case 'addWalletToUser':
      return createAddToMalform(t);
    case 'sendSmsOtp':
      return createSendToMalform(t, 'sms');
    case 'sendEmailOtp':
      return createSendToMalform(t, 'email');
    case 'authenticateSmsOtp':
      return wrapUnverified(createAuthenticateForUnknown(t, 'sms'));
    case 'authenticateEmailOtp':
      return wrapUnverified(createAuthenticateForUnknown(t, 'email'));
  }
}

/** Malforms a request of `createRequestToMalform` if it could sign in a user, send a code or add a wallet. */
export function makeHarmless(request: HttpRequest): HttpRequest {
  switch (request.operation) {
    case 'authenticateWallet':
      return withField(request, 'signature', SigningWallet.create().sign('no challenge'));
    case 'addWalletToUser':
      return withoutField(request, 'walletAddress');
    case 'sendSmsOtp':
      return withoutField(request, 'phoneNumber');
    case 'sendEmailOtp':
      return withoutField(request, 'emailAddress');
    default:
      return request;
  }
}

function createAuthenticateForUnknown(t: Attempt, channel: OtpChannel): HttpRequest {
  t.requireKnown(`otp.${channel}.codeField`, `otp.${channel}.identifiedBy`);
  return t.app.createOtpAuthenticateRequest(channel, {
    recordId: t.ctx.unknownIds.next(`to malform ${channel}`),
    destination: UNUSED_DESTINATIONS[channel],
    code: NO_CODE,
  });
}

/** Wraps a request whose effect is not verified, because the request adds no wallet and sends no code. */
function wrapUnverified(request: HttpRequest): RequestToMalform {
  return { request, assertNoEffect: () => Promise.resolve() };
}

async function createAddToMalform(t: Attempt): Promise<RequestToMalform> {
  const user = await signInSharedUserIfPossible(t);
  const wallet = SigningWallet.create();
  return {
    request: t.createAddRequest(user, t.getFields(wallet)),
    assertNoEffect: (last) => assertNoWalletAdded(t, user, wallet, last),
  };
}

async function assertNoWalletAdded(
  t: Attempt,
  user: SignedIn,
  { address }: SigningWallet,
  last: HttpResponse,
): Promise<void> {
  if (!t.isDetected('user.path') || !t.isDetected('user.identifiedBy')) return;
  const read = await t.send(t.createReadRequest(user));
  if (!read.accepted) return;
  const isShown = read.text.toLowerCase().includes(address.toLowerCase());
  t.assert(
    !isShown,
    'expected a rejected addToUser to add nothing, got an added wallet',
    last,
    read,
  );
}

async function createSendToMalform(t: Attempt, channel: OtpChannel): Promise<RequestToMalform> {
  const request = await t.createSendRequest(channel);
  const destination = findText(request.body, otpNames[channel].destination) ?? '';
  const hadCode = await hasReceivedCode(t, channel, destination);
  return {
    request,
    async assertNoEffect(last) {
      // Without a known state before the request, a code proves nothing.
      if (hadCode !== false) return;
      t.assert(
        (await hasReceivedCode(t, channel, destination)) !== true,
        'expected a rejected send to send nothing, got a one-time password',
        last,
      );
    },
  };
}

/** Returns whether a destination got a code (§4.4, §4.6); null if the code source cannot show it. */
async function hasReceivedCode(
  t: Attempt,
  channel: OtpChannel,
  destination: string,
): Promise<boolean | null> {
  const { ledger, identities } = t.ctx;
  const isNewDestination = !identities.usesDeclaredDestinations && t.createsUsers;
  if (!isNewDestination || !ledger.source?.hasNewCodePerSend) return null;
  try {
    return (await ledger.source.readCode(channel, destination)) !== null;
  } catch {
    return null;
  }
}
