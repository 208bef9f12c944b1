/** Detects the envelope of the user object (§4.8). */
import { toFields, type Fields } from '../responses/fields.ts';
import { NotTested } from '../check-errors.ts';
import type { SignedIn } from '../actors/flows.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { probe, type Probe, type Probing } from './define-probe.ts';
import { isNewUser, signInAccount, signInAnyUser } from './signed-in-user.ts';

export const envelopeProbe: Probe = probe(['user.envelope'], async (t) => {
  const { user, response } = await readAnyUser(t);
  if (!response.accepted) throw new NotTested(`it returns ${response.status}`, 'contract');
  const found = detectEnvelope(response.body, user.userId);
  if (found === null) {
    t.leaveOpen('user.envelope', 'Neither the response nor an object in it is the user object.');
    return;
  }
  t.decide('user.envelope', found, response);
  t.ctx.knowledge.observations.recordReading({
    account: null,
    walletAddress: user.wallet?.address ?? null,
    phoneNumber: null,
    emailAddress: null,
    isNew: isNewUser(t, user),
    user,
    response,
  });
});

/** Reads any user; if a new user cannot be read, a declared account. */
async function readAnyUser(t: Probing): Promise<{ user: SignedIn; response: HttpResponse }> {
  const user = await signInAnyUser(t);
  const response = await t.send(t.flows.createReadRequest(user));
  const known = response.accepted || !isNewUser(t, user) ? null : await signInAccount(t, user);
  if (known === null) return { user, response };
  return { user: known, response: await t.send(t.flows.createReadRequest(known)) };
}

/** Returns the value of `user.envelope`; null if it cannot be determined. */
export function detectEnvelope(response: unknown, userId: string | null): string | null {
  const body = toFields(response);
  if (body === null) return null;
  const outer = listObjects(body);
  const inner = outer.flatMap(({ name, object }) => listObjects(object, `${name}.`));
  const candidates = [{ name: 'none', object: body }, ...outer, ...inner];
  const withUserId = candidates.filter(
    ({ object }) => userId !== null && Object.values(object).includes(userId),
  );
  if (withUserId.length > 0)
    return (withUserId.find(({ object }) => hasParts(object)) ?? withUserId[0])?.name ?? null;
  if (userId !== null && JSON.stringify(body).includes(userId)) return null;
  const withParts = candidates.filter(({ object }) => hasParts(object));
  return withParts[0]?.name ?? null;
}

function listObjects(object: Fields, outer = ''): { name: string; object: Fields }[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const inside = toFields(value);
    return inside === null || !isDialectName(name)
      ? []
      : [{ name: `${outer}${name}`, object: inside }];
  });
}

/** Returns whether an object contains lists or the KYC sub-object (§2.7). */
function hasParts(object: Fields): boolean {
  return Object.values(object).some(
    (value) => Array.isArray(value) || toFields(value)?.['status'] !== undefined,
  );
}

export function isDialectName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name) && name !== 'none' && name !== '__proto__';
}
