/** Coverage of the errors that a correct client still receives (§7). */
import type { CoverageScope, Part } from './part.ts';
import type { Cause } from '../../../domain/errors.ts';

/** Caused by input errors, expiry, flags and rate limits, not by a mistake of the client. */
const UNAVOIDABLE: ReadonlySet<string> = new Set<Cause>([
  'bearer',
  'challengeExpired',
  'otpWrong',
  'otpExpired',
  'otpLocked',
  'identityUnknown',
  'identityTaken',
  'flagRestricts',
  'rateLimited',
]);

export const errorCauses: Part = {
  items: (scope) => [...refusals(scope)],
  watch:
    () =>
    ({ operationId, outcome, faultCause }) => {
      const cause = outcome === 'fault' ? faultCause : outcome;
      if (operationId === undefined || cause === undefined) return undefined;
      return isUnavoidable(operationId, cause) ? `${operationId} ${cause}` : undefined;
    },
};

function* refusals({ document, operations }: CoverageScope): Generator<string> {
  for (const { operationId, path, method } of operations) {
    const responses = document.paths[path]?.[method]?.responses ?? {};
    for (const response of Object.values(responses)) {
      if ('$ref' in response) continue;
      for (const cause of response['x-causes'] ?? []) {
        if (isUnavoidable(operationId, cause)) yield `${operationId} ${cause}`;
      }
    }
  }
}

/** The bearer token of an SMS send is an access token, which does not expire (§5.2). */
function isUnavoidable(operationId: string, cause: string): boolean {
  return UNAVOIDABLE.has(cause) && !(cause === 'bearer' && operationId === 'sendSmsOtp');
}
