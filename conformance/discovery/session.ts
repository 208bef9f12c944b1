/** Detects the properties of the sessionJwt (§5.8). */
import { decodeJwt, type JWTPayload } from 'jose';
import { listClaimsWithId, isKnownAlgorithm, chooseSubject } from '../responses/session-claims.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { formatDuration } from './duration-text.ts';
import { decodeHeader, keysProbe, signInAndRecord } from './key-sets.ts';

const KEYS = ['session.algorithm', 'session.ttl', 'session.subjectClaim'];

export const sessionProbes: ProbeGroup = {
  name: 'sessions',
  needs: ['identity.unknown'],
  sends: [],
  probes: [
    probe(KEYS, async (t) => {
      const { response, session, userId } = await signInAndRecord(t);
      const header = decodeHeader(session);
      const claims = decodeClaims(session);
      if (header === null || claims === null) {
        for (const key of KEYS) {
          t.leaveOpen(key, 'The sessionJwt could not be decoded as a signed JWT.');
        }
        return;
      }
      if (isKnownAlgorithm(header['alg'])) t.decide('session.algorithm', header['alg'], response);
      else t.leaveOpen('session.algorithm', `The header has alg ${JSON.stringify(header['alg'])}.`);
      decideLifetime(t, claims, response);
      decideSubject(t, claims, userId, response);
    }),
    keysProbe,
  ],
};

function decideLifetime(t: Probing, { exp, iat }: JWTPayload, response: HttpResponse): void {
  if (exp === undefined || iat === undefined) {
    t.leaveOpen('session.ttl', `The session has no ${exp === undefined ? 'exp' : 'iat'} claim.`);
    return;
  }
  const seconds = Math.round(exp - iat);
  const ttl = formatDuration(seconds);
  if (ttl !== null) t.decide('session.ttl', ttl, response);
  else t.leaveOpen('session.ttl', `exp is ${seconds} seconds after iat.`);
}

function decideSubject(
  t: Probing,
  claims: JWTPayload,
  userId: string | null,
  response: HttpResponse,
): void {
  const claimsWithId = userId === null ? [] : listClaimsWithId(claims, userId);
  const subject = chooseSubject(claimsWithId);
  if (subject !== undefined) t.decide('session.subjectClaim', subject, response);
  else if (claimsWithId.length > 0) {
    t.leaveOpen('session.subjectClaim', `Equal to userMask.id: ${claimsWithId.join(', ')}.`);
  } else t.leaveOpen('session.subjectClaim', 'No claim of the session equals userMask.id.');
}

function decodeClaims(session: string): JWTPayload | null {
  try {
    return decodeJwt(session);
  } catch {
    return null;
  }
}
