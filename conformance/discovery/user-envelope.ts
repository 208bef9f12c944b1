/** Detects the envelope of the user object (§4.8). */
import { fieldsOrNull, type Fields } from '../responses/fields.ts';
import { NotTested } from '../outcomes.ts';
import type { SignedIn } from '../actors/flows.ts';
import type { Reply } from '../target/http-request.ts';
import { probe, type Probe, type Probing } from './define-probe.ts';
import { isNewUser, signedInAccount, anySignedInUser } from './signed-in-user.ts';

export const envelopeProbe: Probe = probe(['user.envelope'], async (t) => {
  const { user, reply } = await readOfAnyUser(t);
  if (!reply.accepted) throw new NotTested(`it returns ${reply.status}`, 'contract');
  const found = envelopeOf(reply.body, user.userId);
  if (found === null) {
    t.leaveOpen('user.envelope', 'Neither the response nor an object in it is the user object.');
    return;
  }
  t.decide('user.envelope', found, reply);
  t.ctx.knowledge.observations.reading({
    account: null,
    walletAddress: user.wallet?.address ?? null,
    phoneNumber: null,
    emailAddress: null,
    isNew: isNewUser(t, user),
    user,
    reply,
  });
});

/** Reads any user; if a new user cannot be read, a declared account. */
async function readOfAnyUser(t: Probing): Promise<{ user: SignedIn; reply: Reply }> {
  const user = await anySignedInUser(t);
  const reply = await t.send(t.flows.readRequest(user));
  const known = reply.accepted || !isNewUser(t, user) ? null : await signedInAccount(t, user);
  if (known === null) return { user, reply };
  return { user: known, reply: await t.send(t.flows.readRequest(known)) };
}

/** Returns the value of `user.envelope`; null if it cannot be determined. */
export function envelopeOf(response: unknown, userId: string | null): string | null {
  const body = fieldsOrNull(response);
  if (body === null) return null;
  const outer = objectsInside(body);
  const inner = outer.flatMap(({ name, object }) => objectsInside(object, `${name}.`));
  const candidates = [{ name: 'none', object: body }, ...outer, ...inner];
  const named = candidates.filter(
    ({ object }) => userId !== null && Object.values(object).includes(userId),
  );
  if (named.length > 0)
    return (named.find(({ object }) => hasParts(object)) ?? named[0])?.name ?? null;
  if (userId !== null && JSON.stringify(body).includes(userId)) return null;
  const whole = candidates.filter(({ object }) => hasParts(object));
  return whole[0]?.name ?? null;
}

function objectsInside(object: Fields, outer = ''): { name: string; object: Fields }[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const inside = fieldsOrNull(value);
    return inside === null || !isDialectName(name)
      ? []
      : [{ name: `${outer}${name}`, object: inside }];
  });
}

/** Returns whether an object contains lists or the KYC sub-object (§2.7). */
function hasParts(object: Fields): boolean {
  return Object.values(object).some(
    (value) => Array.isArray(value) || fieldsOrNull(value)?.['status'] !== undefined,
  );
}

/** Returns whether the dialect allows the name. */
export function isDialectName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name) && name !== 'none' && name !== '__proto__';
}
