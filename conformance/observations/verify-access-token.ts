import { findDeclaredValue } from '../discovery/values-to-try.ts';
import type { RunContext } from '../run-context.ts';

/** Records an access token that the deployment rejects, if it accepts a session token instead (§5.2, §5.7). */
export function verifyAccessToken({
  knowledge: { bearers },
  settings,
  coverage,
}: RunContext): void {
  const isDeclared = findDeclaredValue(settings.dialect, 'bearer.accepts') !== undefined;
  const response = bearers.findResponse('client');
  const isSessionAccepted = bearers.findResponse('session')?.accepted === true;
  if (isDeclared || response === undefined || response.accepted || !isSessionAccepted) return;
  coverage.recordUnusable({
    input: 'accessToken',
    reason: `${response.request.operation} rejects it with ${response.status}, but accepts a session token`,
    fix: 'Check --access-token. If the deployment accepts session tokens only, omit it.',
  });
}
