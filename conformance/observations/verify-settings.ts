/** Verifies that every declared account and access token is usable, and that accounts match their declaration. */
import { Attempt } from '../attempt.ts';
import { NotTested, Skipped, UnusableInput, describeError } from '../check-errors.ts';
import type { InputProblem } from '../outcome.ts';
import type { DeclaredAccount } from '../settings.ts';
import type { RunContext } from '../run-context.ts';
import { Interrupted } from '../target/request-errors.ts';
import { observeAccount } from './accounts.ts';
import { listDifferences } from './differences.ts';
import { findDeclaredValue } from '../discovery/dialect-values.ts';
import { isUnauthorized } from '../responses/unauthorized.ts';

const FIX =
  'Change the account in the deployment, or its declaration under conform: in flagbearer.config.yaml.';

export async function verifyAccounts(ctx: RunContext): Promise<void> {
  for (const account of ctx.settings.accounts) {
    const problem = await findProblem(account, ctx);
    if (problem !== null) ctx.coverage.recordUnusable(problem);
  }
}

async function findProblem(
  account: DeclaredAccount,
  ctx: RunContext,
): Promise<InputProblem | null> {
  const input = `accounts[${account.name}]`;
  const attempt = new Attempt(ctx);
  try {
    const { view } = await observeAccount(attempt, account);
    if (declaresValues(account)) attempt.requireKnown('user.envelope');
    const differences = listDifferences(attempt, account, view);
    return differences.length === 0 ? null : { input, reason: differences.join('; '), fix: FIX };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    if (error instanceof Skipped) return null;
    if (error instanceof UnusableInput) return error.problem;
    const fix = error instanceof NotTested ? error.fix : null;
    const reason = `could not be read: ${describeError(error)}`;
    return { input, reason, ...(fix !== null && { fix }) };
  }
}

function declaresValues({ kycStatus, flags, transactions }: DeclaredAccount): boolean {
  return [kycStatus, flags, transactions].some((value) => value !== null);
}

/** Records the access tokens that the deployment rejects, although it accepts other tokens (§5.2, §5.7). */
export function verifyAccessTokens(ctx: RunContext): void {
  verifyFirstToken(ctx);
  verifySecondToken(ctx);
}

/** Records the access token of the client if a session token is accepted instead. */
function verifyFirstToken({ knowledge: { bearers }, settings, coverage }: RunContext): void {
  // If the dialect file sets bearer.accepts, a check reports the rejection.
  if (findDeclaredValue(settings.dialect, 'bearer.accepts') !== undefined) return;
  const response = bearers.responses.get('client');
  const isSessionAccepted = bearers.responses.get('session')?.accepted === true;
  if (response === undefined || response.accepted || !isSessionAccepted) return;
  coverage.recordUnusable({
    input: 'accessToken',
    reason: `${response.request.operation} rejects this token with ${response.status}, but accepts a session token`,
    fix: 'Check --access-token. If the deployment accepts session tokens only, omit it.',
  });
}

/** Records the access token of the second client if only the token of the first client is accepted. */
function verifySecondToken({ knowledge, secondApp, responses, coverage }: RunContext): void {
  const credentials = secondApp?.credentials;
  if (!credentials?.accessToken || !knowledge.bearers.responses.get('client')?.accepted) return;
  const { clientId, clientSecret, accessToken } = credentials;
  const byToken = responses.filter(
    ({ request: { headers, operation } }) =>
      // A 401 may also mean that no user has signed in through this client (§4.3).
      operation !== 'addWalletToUser' &&
      headers['service-client-id'] === clientId &&
      headers['service-client-secret'] === clientSecret &&
      headers['authorization'] === `Bearer ${accessToken}`,
  );
  const rejected = byToken.find(({ status }) => isUnauthorized(status));
  if (rejected === undefined || byToken.some(({ accepted }) => accepted)) return;
  coverage.recordUnusable({
    input: 'secondClient.accessToken',
    reason: `${rejected.request.operation} rejects this token with ${rejected.status}, but accepts the access token of the first client`,
    fix: 'Check accessToken of conform.secondClient in flagbearer.config.yaml.',
  });
}
