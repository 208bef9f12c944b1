import { findDeclaredValue } from '../discovery/values-to-try.ts';
import type { RunContext } from '../run-context.ts';

/** Records the access tokens that the deployment rejects, although it accepts others (§5.2, §5.7). */
export function verifyAccessTokens(ctx: RunContext): void {
  verifyFirstToken(ctx);
  verifySecondToken(ctx);
}

/** Records the access token of the client if a session token is accepted instead. */
function verifyFirstToken({ knowledge: { bearers }, settings, coverage }: RunContext): void {
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

/** Records the access token of the second client if only that of the first is accepted. */
function verifySecondToken({ knowledge, secondApp, responses, coverage }: RunContext): void {
  const credentials = secondApp?.credentials;
  if (!credentials?.accessToken || !knowledge.bearers.findResponse('client')?.accepted) return;
  const { clientId, clientSecret, accessToken } = credentials;
  const byToken = responses.filter(
    ({ request: { headers } }) =>
      headers['service-client-id'] === clientId &&
      headers['service-client-secret'] === clientSecret &&
      headers['authorization'] === `Bearer ${accessToken}`,
  );
  const rejected = byToken.find(({ status }) => status === 401 || status === 403);
  if (rejected === undefined || byToken.some(({ accepted }) => accepted)) return;
  coverage.recordUnusable({
    input: 'secondClient.accessToken',
    reason: `${rejected.request.operation} rejects it with ${rejected.status}, but accepts the access token of the first client`,
    fix: 'Check accessToken of secondClient under conform:.',
  });
}
