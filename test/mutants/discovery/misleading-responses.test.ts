/** Responses with values that a dialect cannot contain, or that contradict other responses. */
import { describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import { withClaims } from '../../../conformance/responses/session-token.ts';
import { createSandboxDeployment } from '../deployments.ts';
import { createResponse, findText, isAccepted, parseFields } from '../exchange.ts';
import type { Mutate } from '../mutate.ts';
import { changeSession } from '../operators/sign-in-responses.ts';
import { useTargets } from '../sandbox-targets.ts';
import { discoverMutant } from './use-discovery.ts';

const targets = useTargets();

async function discover(mutate: Mutate) {
  const deployment = await createSandboxDeployment(targets);
  return discoverMutant(deployment, mutate);
}

/** Refuses the fifth and all later sends to an email address. Discovery tries up to six sends. */
function limitSends(status: number, retryAfter: string): Mutate {
  return ({ request, forward }, memory) => {
    const address = findText(parseFields(request), 'emailAddress');
    if (request.operation !== 'sendEmailOtp' || memory.increment(`sends to ${address}`) <= 4) {
      return forward();
    }
    const refusal = createResponse(status, { code: 'rateLimited' });
    return Promise.resolve({
      ...refusal,
      headers: { ...refusal.headers, 'retry-after': retryAfter },
    });
  };
}

describe('discovery leaves a key unknown', () => {
  it('if a session expires at a time in milliseconds instead of seconds', async () => {
    const discovered = await discover(
      changeSession((session) => {
        const claims = decodeJwt(session);
        return withClaims(session, { ...claims, exp: (claims.exp ?? 0) * 1000 });
      }),
    );
    expect(discovered.getValue('session.ttl')).toBeUndefined();
    expect(discovered.openQuestions.get('session.ttl')).toMatch(/^exp is \d+ seconds after iat\.$/);
    expect(discovered.getValue('session.subjectClaim')).toBe('sub');
  });

  it('if the third wrong code is accepted, and then the correct code is refused', async () => {
    let isCodeUsed = false;
    const discovered = await discover(async ({ request, forward }, memory) => {
      const response = await forward();
      if (request.operation === 'sendEmailOtp') isCodeUsed = false;
      if (request.operation !== 'authenticateEmailOtp') return response;
      if (isCodeUsed) return createResponse(401, { code: 'otpWrong' });
      const recordId = findText(parseFields(request), 'emailId');
      if (isAccepted(response) || memory.increment(`wrong codes of ${recordId}`) !== 3)
        return response;
      isCodeUsed = true;
      return createResponse(200, {});
    });
    expect(discovered.getValue('otp.email.maxAttempts')).toBeUndefined();
    expect(discovered.openQuestions.get('otp.email.maxAttempts')).toBe(
      'A wrong code was accepted.',
    );
  });

  it('if sends fail with a server error that has a Retry-After header', async () => {
    const discovered = await discover(limitSends(500, '60'));
    expect(discovered.getValue('errors.status.rateLimited')).toBeUndefined();
    expect(discovered.getValue('limits.sends')).toBeUndefined();
    expect(discovered.findings).toEqual([]);
  });

  it('if the delay in Retry-After exceeds the longest duration of a dialect', async () => {
    const discovered = await discover(limitSends(429, '99999999999999'));
    expect(discovered.getValue('errors.status.rateLimited')).toBe(429);
    expect(discovered.openQuestions.get('limits.sends')).toMatch(
      /the time window could not be detected\.$/,
    );
  });
});
