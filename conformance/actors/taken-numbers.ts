/** Detects generated numbers that belong to a user, perhaps of an earlier run. */
import type { Reply } from '../target/http-request.ts';
import type { App } from './app.ts';
import type { Sender } from './steps.ts';

/**
 * Whether a send was refused because a number was drawn that a user has. With the session of another
 * user as its bearer, that one would get the number (§5.7); who draws again is not in the way.
 */
export function isTakenByChance(
  { ctx, dialect }: Sender,
  { credentials }: App,
  destination: string,
  { accepted, status, request }: Reply,
): boolean {
  const bearer = request.headers['authorization'];
  const isSession = bearer !== undefined && bearer !== `Bearer ${credentials.accessToken}`;
  const getsTheNumber =
    ctx.knowledge.knows('otp.sms.bearerSession') && dialect.otp.sms.bearerSession === 'addsPhone';
  return (
    !accepted &&
    isSession &&
    getsTheNumber &&
    status === dialect.errors.status.identityTaken &&
    ctx.identities.isGenerated(destination)
  );
}
