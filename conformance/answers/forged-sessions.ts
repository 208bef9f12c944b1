import { createHmac, randomBytes } from 'node:crypto';
import type { SignedIn } from '../parties/flows.ts';
import { fieldsOrNull, type Fields } from './fields.ts';
import { readToken, unsigned, withClaims } from './session-token.ts';

/** Sessions that the deployment did not give out. */
export function forgedSessions(user: SignedIn, other: SignedIn): [string, string][] {
  const session = user.session ?? '';
  const token = readToken(session);
  const [header = '', payload = '', signature = ''] = session.split('.');
  const middle = Math.floor(signature.length / 2);
  const flipped = signature[middle] === 'A' ? 'B' : 'A';
  const tampered = `${signature.slice(0, middle)}${flipped}${signature.slice(middle + 1)}`;
  const forged: [string, string][] = [
    ['with another signature', `${header}.${payload}.${tampered}`],
    ['without its signature', `${header}.${payload}.`],
  ];
  if (typeof token === 'string' || token.claims === null) return forged;
  const own = `${base64url(JSON.stringify({ alg: 'HS256', typ: 'JWT' }))}.${payload}`;
  const key = randomBytes(32);
  return [
    ...forged,
    ...claimsOfOther(token.claims, user, other).map((claims): [string, string] => [
      'with the id of another user',
      withClaims(session, claims),
    ]),
    ['that says it needs no signature', unsigned(token.claims)],
    [
      'signed with a key of ours',
      `${own}.${createHmac('sha256', key).update(own).digest('base64url')}`,
    ],
  ];
}

/** The claims with the id of another user in place of the user's; none where it is not in them. */
function claimsOfOther(claims: Fields, user: SignedIn, other: SignedIn): Fields[] {
  const text = JSON.stringify(claims);
  if (user.userId === null || other.userId === null || !text.includes(user.userId)) return [];
  const changed = fieldsOrNull(JSON.parse(text.replaceAll(user.userId, other.userId)));
  return changed === null ? [] : [changed];
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
