/** Signatures and one-time passwords of a recorded call, made anew in the sandbox (§5.3 to §5.5). */
import type { RecordedCall } from '../contract/repro.gen.ts';
import { otpFields } from '../contract/wire/one-time-password.ts';
import type { OtpChannel } from '../dialect/dialect.ts';
import { destinationIdentity } from '../domain/identity.ts';
import { digitsFrom } from '../ports/draws.ts';
import { REDACTED } from '../redaction/marker.ts';
import { testWalletByAddress } from '../ports/test-wallets.ts';
import { partsOfKey } from '../store/composite-key.ts';
import type { OneTimePassword } from '../store/state.ts';
import type { View } from '../store/store.ts';
import { NotRebuilt } from './not-rebuilt.ts';
import type { ReplaySandbox } from './replay-sandbox.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Outcomes behind which a signature or a code was looked at and found right. */
const RIGHT: ReadonlySet<string> = new Set([
  'accepted',
  'flagRestricts',
  'identityTaken',
  'identityUnknown',
  'otpExpired',
]);

/**
 * A signature that ends as the recorded one did.
 *
 * @param assumed takes what had to be assumed
 */
export async function signatureFor(
  { outcome, clientId }: RecordedCall,
  body: Fields,
  { store, held, signatures }: ReplaySandbox,
  assumed: string[],
): Promise<string> {
  const address = String(body['walletAddress']);
  if (!RIGHT.has(outcome)) {
    if (outcome === 'signature')
      assumed.push('the signature that was refused is another wrong one');
    return `0x${'11'.repeat(64)}1b`;
  }
  const challenge = await store.read(held, async (view) =>
    (await view.runtime()).parts.challenges
      ?.filter(([key]) => {
        const [client, wallet = ''] = partsOfKey(key);
        return client === clientId && wallet.toLowerCase().includes(address.toLowerCase());
      })
      .flatMap(([, challenges]) => challenges)
      .at(-1),
  );
  const wallet = testWalletByAddress(address);
  if (wallet !== undefined && challenge !== undefined) {
    return signatures.sign(challenge.challenge, wallet.privateKey);
  }
  assumed.push(`the signature of ${address} is taken for right, as it was: its key is not known`);
  return signatures.standIn(address);
}

/**
 * The body with a one-time password that ends as the recorded one did.
 *
 * @param assumed takes what had to be assumed
 * @throws NotRebuilt where none was sent
 */
export async function withCode(
  call: RecordedCall,
  body: Fields,
  channel: OtpChannel,
  { store, held }: ReplaySandbox,
  assumed: string[],
): Promise<unknown> {
  return store.read(held, async (view) => {
    const { codeField, codeLength } = view.settings.dialect.otp[channel];
    if (body[codeField] !== REDACTED) return body;
    const sent = await passwordsFor(view, call, body, channel);
    const pending = sent.findLast(({ state }) => state === 'pending');
    if (RIGHT.has(call.outcome)) {
      if (pending === undefined) throw new NotRebuilt('no one-time password is waiting for it');
      return { ...body, [codeField]: pending.code };
    }
    if (call.outcome === 'otpWrong') assumed.push('the wrong one-time password is another one');
    return { ...body, [codeField]: otherCode(sent, codeLength) };
  });
}

function passwordsFor(
  view: View,
  { clientId }: RecordedCall,
  body: Fields,
  channel: OtpChannel,
): Promise<readonly OneTimePassword[]> {
  const { recordId, destination } = otpFields[channel];
  const record = body[recordId];
  if (typeof record === 'string') {
    return view.oneTimePasswordsByRecord(clientId ?? '', channel, record);
  }
  const given = body[destination];
  const to = typeof given === 'string' ? given : '';
  const identity = destinationIdentity(channel, to);
  return view.oneTimePasswords(clientId ?? '', channel, identity);
}

/** A code that was never sent. */
function otherCode(sent: readonly OneTimePassword[], length: number): string {
  const codes = new Set(sent.map(({ code }) => code));
  for (let number = 0; ; number += 1) {
    const bytes = Buffer.alloc(32);
    bytes.writeUInt32BE(number, 28);
    const code = digitsFrom(bytes, length);
    if (!codes.has(code)) return code;
  }
}
