/** A call of each operation to be spoiled, and how to see that nothing came of it. */
import type { OperationId } from '../../src/contract/words.ts';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { textIn } from '../responses/fields.ts';
import type { Attempt } from '../attempt.ts';
import { bystander, rightOfBystander } from '../actors/bystander.ts';
import { SigningWallet } from '../actors/signing-wallet.ts';
import type { SignedIn } from '../actors/flows.ts';
import type { Call, Reply } from '../target/call.ts';
import { withField, withoutField } from '../target/call.ts';

export interface CallToSpoil {
  /** Right, save that nobody was sent the one-time password of an OTP sign-in. */
  readonly call: Call;
  /** Asserts that refused calls left nothing behind, as far as it can be seen. */
  leftNothing(last: Reply): Promise<void>;
}

/** Belongs to nobody: it is kept for fiction, and nothing is sent to it. */
const NOBODY = { sms: '+12025550100', email: 'nobody@example.test' } as const;
const NO_CODE = 'no-code';

/** Sends nothing but what a session needs. The operation has been accepted in this run. */
export async function callToSpoil(t: Attempt, operation: OperationId): Promise<CallToSpoil> {
  switch (operation) {
    case 'startWalletAuth':
    case 'authenticateWallet':
    case 'getUser':
      return nothingToLeave(await rightOfBystander(t, operation));
    case 'addWalletToUser':
      return addition(t);
    case 'sendSmsOtp':
      return sending(t, 'sms');
    case 'sendEmailOtp':
      return sending(t, 'email');
    case 'authenticateSmsOtp':
      return nothingToLeave(attemptOfNobody(t, 'sms'));
    case 'authenticateEmailOtp':
      return nothingToLeave(attemptOfNobody(t, 'email'));
  }
}

/** The call so spoiled that whatever else is in it, nobody signs in, is sent a code or gets a wallet. */
export function harmless(call: Call): Call {
  switch (call.operation) {
    case 'authenticateWallet':
      return withField(call, 'signature', SigningWallet.fresh().sign('no challenge'));
    case 'addWalletToUser':
      return withoutField(call, 'walletAddress');
    case 'sendSmsOtp':
      return withoutField(call, 'phoneNumber');
    case 'sendEmailOtp':
      return withoutField(call, 'emailAddress');
    default:
      return call;
  }
}

/** A one-time password that nobody was sent. */
function attemptOfNobody(t: Attempt, channel: OtpChannel): Call {
  t.needsToKnow(`otp.${channel}.identifiedBy`, `otp.${channel}.codeField`);
  return t.flows.app.authenticateOtp(channel, {
    recordId: t.around.idsOfNobody.next(`to spoil ${channel}`),
    destination: NOBODY[channel],
    code: NO_CODE,
  });
}

function nothingToLeave(call: Call): CallToSpoil {
  return { call, leftNothing: () => Promise.resolve() };
}

async function addition(t: Attempt): Promise<CallToSpoil> {
  const user = await bystander(t);
  const wallet = SigningWallet.fresh();
  return {
    call: t.flows.addCall(user, t.flows.fields(wallet)),
    leftNothing: (last) => addedNothing(t, user, wallet, last),
  };
}

/** §4.3. Where the user read is known, it must not show the wallet, whatever names it has. */
async function addedNothing(
  t: Attempt,
  user: SignedIn,
  { address }: SigningWallet,
  last: Reply,
): Promise<void> {
  if (!t.knows('user.path') || !t.knows('user.identifiedBy')) return;
  const read = await t.send(t.flows.readCall(user));
  if (!read.accepted) return;
  const isShown = read.text.toLowerCase().includes(address.toLowerCase());
  t.that(!isShown, 'expected a rejected addToUser to add nothing, got an added wallet', last, read);
}

async function sending(t: Attempt, channel: OtpChannel): Promise<CallToSpoil> {
  const call = await t.flows.sendCall(channel);
  const name = channel === 'sms' ? 'phoneNumber' : 'emailAddress';
  const destination = textIn(call.body, name) ?? '';
  const before = await codeSeen(t, channel, destination);
  return {
    call,
    async leftNothing(last) {
      if (before !== 'none') return;
      const after = await codeSeen(t, channel, destination);
      t.that(
        after !== 'one',
        'expected a rejected send to send nothing, got a one-time password',
        last,
      );
    },
  };
}

/**
 * Whether a code was sent to a destination (§4.4, §4.6). Untold where the source tells no codes
 * apart, or where others may be sending there.
 */
async function codeSeen(
  t: Attempt,
  channel: OtpChannel,
  destination: string,
): Promise<'none' | 'one' | 'untold'> {
  const { ledger, identities } = t.around;
  const isOurs = !identities.areScarce && t.flows.strangersSignUp;
  if (!isOurs || ledger.source === null || !ledger.source.changes) return 'untold';
  try {
    return (await ledger.source.code(channel, destination)) === null ? 'none' : 'one';
  } catch {
    return 'untold';
  }
}
