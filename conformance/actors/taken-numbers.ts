import type { HttpResponse } from '../target/http-request.ts';
import type { App } from './app.ts';
import type { AttemptBase } from '../attempt-base.ts';

/**
 * Returns whether a send was refused because the number belongs to a user, perhaps from an earlier run
 * (§5.7).
 */
export function isTakenByChance(
  { ctx, dialect }: AttemptBase,
  { credentials }: App,
  destination: string,
  { accepted, status, request }: HttpResponse,
): boolean {
  const bearer = request.headers['authorization'];
  const isSession = bearer !== undefined && bearer !== `Bearer ${credentials.accessToken}`;
  const assignsNumber =
    ctx.knowledge.isDetected('otp.sms.bearerSession') &&
    dialect.otp.sms.bearerSession === 'addsPhone';
  return (
    !accepted &&
    isSession &&
    assignsNumber &&
    status === dialect.errors.status.identityTaken &&
    ctx.identities.isGenerated(destination)
  );
}
