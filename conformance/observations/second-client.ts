/** Provides the second client application. */
import type { Attempt } from '../attempt.ts';
import { UnusableInput, createSettingError } from '../check-errors.ts';
import { isMissingBearer } from '../responses/unauthorized.ts';
import type { App } from '../actors/app.ts';
import { memoizePerRun } from './memoize-per-run.ts';
import type { HttpResponse } from '../target/http-request.ts';

/**
 * Returns the second client after one of its requests succeeded; otherwise throws NotTested or
 * UnusableInput.
 */
export const getSecondApp = memoizePerRun(async (t: Attempt): Promise<App> => {
  const { secondApp } = t;
  const request = secondApp.createStartRequest(t.getFields(t.pickStartableWallet()));
  if (isMissingBearer(request, t.dialect)) throw createSettingError('secondClient.accessToken');
  const response = await t.sendToService(request);
  if (response.accepted) return secondApp;
  throw createRejectedClientError(response);
});

export function createRejectedClientError({ request, status }: HttpResponse): UnusableInput {
  return new UnusableInput({
    input: 'secondClient',
    reason: `a request of the second client is rejected: ${request.operation} returns ${status}`,
    fix: 'Check clientId and clientSecret of conform.secondClient in flagbearer.config.yaml.',
  });
}
