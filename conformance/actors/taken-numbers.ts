import type { HttpResponse } from '../target/http-request.ts';
import type { App } from './app.ts';
import type { AttemptBase } from '../attempt-base.ts';

/** Returns whether a send was refused because a generated number already belongs to another user (§5.7). */
export function isGeneratedNumberTaken(
  t: AttemptBase,
  { credentials }: App,
  destination: string,
  { accepted, status, request }: HttpResponse,
): boolean {
  if (accepted || status !== t.dialect.errors.status.identityTaken) return false;
  const bearer = request.headers['authorization'];
  const isSession = bearer !== undefined && bearer !== `Bearer ${credentials.accessToken}`;
  const assignsNumber = t.isDetectedAs('otp.sms.bearerSession', 'addsPhone');
  return isSession && assignsNumber && t.ctx.identities.isGenerated(destination);
}
