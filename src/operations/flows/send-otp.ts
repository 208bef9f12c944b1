/** Sends a one-time password, by SMS or by email (§4.4, §4.6). */
import { findFixedCode } from '../../accounts/fixed-code.ts';
import { parseDuration } from '../../domain/duration.ts';
import { Refusal } from '../../domain/errors.ts';
import { isOutstanding } from '../../domain/one-time-password.ts';
import { getCounterName, countSend } from '../../domain/send-limit.ts';
import type { OtpChannel } from '../../dialect/dialect.ts';
import { toDigits, draw, toUuid } from '../../ports/draws.ts';
import type { OneTimePassword } from '../../domain/records.ts';
import type { UnitOfWork } from '../../store/store.ts';
import { requireKnownIdentity } from './sign-in.ts';

interface Send {
  readonly channel: OtpChannel;
  readonly destination: string;
  /** Normalized by `domain/identity.ts`. */
  readonly identity: string;
  readonly clientId: string;
  /** The code of `--fixed-code`, for destinations that have no fixed code of their own; null: random codes. */
  readonly defaultCode: string | null;
  /** Id of the user to whom a verified code adds the phone number; null for none (§5.7). */
  readonly addToUserId: string | null;
}

/** Puts a one-time password into the inbox. @throws Refusal identityUnknown or rateLimited */
export async function sendOneTimePassword(unit: UnitOfWork, send: Send): Promise<OneTimePassword> {
  const { dialect } = unit.settings;
  const { channel, destination, identity, clientId, defaultCode, addToUserId } = send;
  const settings = dialect.otp[channel];

  // A number that is added to a user can be unknown.
  if (addToUserId === null) await requireKnownIdentity(unit, identity);
  await countAgainstLimit(unit, send);
  if (settings.outstanding === 'latest') await replaceEarlierPasswords(unit, send);

  const drawNumber = await unit.takeDrawNumber(`otp.${channel}`, identity);
  const drawPart = (part: string, number: number) =>
    draw(unit.scope, `otp.${channel}.${part}`, identity, number);
  const fixedCode = (await findFixedCode(unit, identity)) ?? defaultCode;
  const otp: OneTimePassword = {
    id: toUuid(drawPart('message', drawNumber)),
    channel,
    destination,
    identity,
    recordId: toUuid(drawPart('record', settings.recordId === 'perSend' ? drawNumber : 0)),
    clientId,
    code: fixedCode ?? toDigits(drawPart('code', drawNumber), settings.codeLength),
    sentAt: unit.now,
    expiresAt: unit.now + parseDuration(settings.ttl),
    wrongAttempts: 0,
    state: 'pending',
    addToUserId,
  };
  await unit.put('oneTimePasswords', otp.id, otp);
  return otp;
}

async function countAgainstLimit(unit: UnitOfWork, send: Send): Promise<void> {
  const limit = unit.settings.dialect.limits.sends;
  if (limit === 'none') return;
  const name = getCounterName(limit, send.clientId, send.identity);
  const counted = countSend((await unit.get('sends', name)) ?? [], unit.now, limit);
  if (counted.result === 'refused') {
    const { retryAfter } = counted;
    throw new Refusal('rateLimited', 'Too many one-time passwords were sent.', { retryAfter });
  }
  await unit.put('sends', name, counted.sends);
}

async function replaceEarlierPasswords(unit: UnitOfWork, send: Send): Promise<void> {
  const earlier = await unit.listOneTimePasswords(send.clientId, send.channel, send.identity);
  for (const password of earlier) {
    if (isOutstanding(password)) {
      await unit.put('oneTimePasswords', password.id, { ...password, state: 'replaced' });
    }
  }
}
