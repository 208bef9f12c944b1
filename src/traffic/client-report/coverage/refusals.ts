/** §7: refusals that a correct client still receives. */
import type { CoverageScope, Part } from './part.ts';
import type { Cause } from '../../../domain/errors.ts';

/** Users mistype, take their time and have flags; sessions end; services are busy. */
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

/** The bearer of the SMS send is an access token, which does not expire (§5.2). */
function isUnavoidable(operationId: string, cause: string): boolean {
  return UNAVOIDABLE.has(cause) && !(cause === 'bearer' && operationId === 'sendSmsOtp');
}
