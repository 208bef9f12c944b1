/** Detects generated numbers that belong to a user, perhaps of an earlier run. */
import type { HttpResponse } from '../target/http-request.ts';
import type { App } from './app.ts';
import type { Sender } from './steps.ts';

/** Returns whether the generated number of a refused send belongs to another user (§5.7). */
export function isTakenByChance(
  { ctx, dialect }: Sender,
  { credentials }: App,
  destination: string,
  { accepted, status, request }: HttpResponse,
): boolean {
  const bearer = request.headers['authorization'];
  const isSession = bearer !== undefined && bearer !== `Bearer ${credentials.accessToken}`;
  const getsTheNumber =
    ctx.knowledge.isDetected('otp.sms.bearerSession') &&
    dialect.otp.sms.bearerSession === 'addsPhone';
  return (
    !accepted &&
    isSession &&
    getsTheNumber &&
    status === dialect.errors.status.identityTaken &&
    ctx.identities.isGenerated(destination)
  );
}
