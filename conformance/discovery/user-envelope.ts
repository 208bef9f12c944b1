/** Detects the envelope of the user object (§4.8). */
import { toFields, type Fields } from '../responses/fields.ts';
import { NotTested } from '../check-errors.ts';
import type { SignedIn } from '../actors/signed-in.ts';
import type { HttpResponse } from '../target/http-request.ts';
import { probe, type Probe, type Probing } from './define-probe.ts';
import { isNewUser, signInOtherAccount, signInAnyUser } from './signed-in-user.ts';

export const envelopeProbe: Probe = probe(['user.envelope'], async (t) => {
  const { user, response } = await readAnyUser(t);
  if (!response.accepted)
    throw new NotTested(`the user read returns ${response.status}`, 'contract');
  const found = detectEnvelope(response.body, user.userId);
  if (found === null) {
    t.recordInconclusive(
      'user.envelope',
      'Neither the response nor an object in it is the user object.',
    );
    return;
  }
  t.decide('user.envelope', found, response);
  t.ctx.knowledge.observations.recordReading(user, response, { isNew: isNewUser(t, user) });
});

/** Reads any user. If that user is new and cannot be read, reads a declared account instead. */
async function readAnyUser(t: Probing): Promise<{ user: SignedIn; response: HttpResponse }> {
  const user = await signInAnyUser(t);
  const response = await t.send(t.createReadRequest(user));
  if (response.accepted || !isNewUser(t, user)) return { user, response };
  const known = await signInOtherAccount(t, user);
  if (known === null) return { user, response };
  return { user: known, response: await t.send(t.createReadRequest(known)) };
}

/** Returns the value of `user.envelope`, such as `none` or `data.user`; null if no user object is found. */
export function detectEnvelope(response: unknown, userId: string | null): string | null {
  const body = toFields(response);
  if (body === null) return null;
  const outer = listObjects(body);
  const inner = outer.flatMap(({ name, object }) => listObjects(object, `${name}.`));
  const candidates = [{ name: 'none', object: body }, ...outer, ...inner];
  const withUserId = candidates.filter(
    ({ object }) => userId !== null && Object.values(object).includes(userId),
  );
  // The user id is in no object that a dialect can name.
  if (withUserId.length === 0 && userId !== null && JSON.stringify(body).includes(userId)) {
    return null;
  }
  const possible = withUserId.length > 0 ? withUserId : candidates;
  const found = possible.find(({ object }) => hasParts(object)) ?? withUserId[0];
  return found?.name ?? null;
}

/** Returns the objects in the fields of an object; each name is `prefix` and the name of the field. */
function listObjects(object: Fields, prefix = ''): { name: string; object: Fields }[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const nested = toFields(value);
    return nested === null || !isDialectName(name)
      ? []
      : [{ name: `${prefix}${name}`, object: nested }];
  });
}

/** Returns whether an object contains lists or the KYC sub-object (§2.7). */
function hasParts(object: Fields): boolean {
  return Object.values(object).some(
    (value) => Array.isArray(value) || toFields(value)?.['status'] !== undefined,
  );
}

/** Returns whether a dialect can contain the name. */
export function isDialectName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name) && name !== 'none' && name !== '__proto__';
}
