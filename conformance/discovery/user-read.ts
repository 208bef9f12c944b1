/** Where a user is read, how the user is named, and in what the answer is wrapped (§4.8). */
import type { Dialect } from '../../src/dialect/dialect.ts';
import { NotTested } from '../ends.ts';
import type { SignedIn } from '../parties/flows.ts';
import { fieldsOrNull, type Fields } from '../parties/user-view.ts';
import type { Call, Reply } from '../target/call.ts';
import { useFindings } from './bearer-kinds.ts';
import { boundSessionProbe } from './bound-session.ts';
import { probe, type ProbeGroup, type Probing } from './define-probe.ts';
import { refusalWords } from './refusal-words.ts';
import { somebody } from './somebody.ts';

const PATHS = ['/user', '/v1/user', '/v1/auth/user', '/api/user', '/api/v1/user'];
const NOWHERE = '/conform-nowhere/user';

type IdentifiedBy = Dialect['user']['identifiedBy'];

const NAMES: readonly IdentifiedBy[] = [
  ...['userId', 'user_id', 'id', 'user', 'uid'].map((query) => ({ query })),
  ...['x-user-id', 'user-id', 'x-userid', 'service-user-id'].map((header) => ({ header })),
];

export const userReadProbes: ProbeGroup = {
  name: 'the user read',
  probes: [
    probe(['user.path', 'user.identifiedBy'], findUserRead),
    probe(['user.envelope'], async (t) => {
      const user = await somebody(t);
      const reply = await t.send(t.flows.readCall(user));
      if (!reply.accepted) throw new NotTested(`it is answered with ${reply.status}`, 'contract');
      const found = envelopeOf(reply.body, user.userId);
      if (found === null) {
        t.leaveOpen('user.envelope', 'No object of the answer, nor one in it, is the user object.');
        return;
      }
      t.decide('user.envelope', found, reply);
      t.around.knowledge.sightings.reading({
        account: null,
        walletAddress: user.wallet?.address ?? null,
        phoneNumber: null,
        emailAddress: null,
        isNew: t.flows.strangersSignUp && user.wallet !== null,
        user,
        reply,
      });
    }),
    boundSessionProbe,
  ],
};

async function findUserRead(t: Probing): Promise<void> {
  const user = await somebody(t);
  const refusals = new Map<string, Reply>();
  for (const path of PATHS) {
    const reply = await tried(t, readCall(t, path, 'bearerSession', user));
    if (isUser(reply)) return decideRead(t, path, 'bearerSession', reply);
    refusals.set(path, reply);
  }
  const nowhere = await tried(t, readCall(t, NOWHERE, 'bearerSession', user));
  const there = PATHS.filter((path) => {
    const reply = refusals.get(path);
    return reply !== undefined && refusalWords(reply) !== refusalWords(nowhere);
  });
  for (const path of there.length > 0 ? there : PATHS) {
    for (const identifiedBy of NAMES) {
      const reply = await readWithAnyBearer(t, path, identifiedBy, user);
      if (isUser(reply)) return decideRead(t, path, identifiedBy, reply);
    }
  }
  assumeRead(t, '/user', 'bearerSession');
  const seen = [...refusals].map(([path, { status }]) => `${path}: ${status}`).join(', ');
  t.leaveOpen('user.path', `No user was read with a session as the bearer (${seen}).`);
  t.leaveOpen('user.identifiedBy', 'No user was read, by session or by any usual name for the id.');
}

function decideRead(t: Probing, path: string, identifiedBy: IdentifiedBy, reply: Reply): void {
  t.decide('user.path', path, reply);
  t.decide('user.identifiedBy', identifiedBy, reply);
}

function assumeRead(t: Probing, path: string, identifiedBy: IdentifiedBy): void {
  t.assume('user.path', path);
  t.assume('user.identifiedBy', identifiedBy);
}

function readCall(
  t: Probing,
  path: string,
  identifiedBy: IdentifiedBy,
  user: SignedIn,
  bearer = user.session,
): Call {
  assumeRead(t, path, identifiedBy);
  return t.flows.app.user(bearer, user.userId);
}

/** A read by id may need a bearer that is not the session (§5.7). */
async function readWithAnyBearer(
  t: Probing,
  path: string,
  identifiedBy: IdentifiedBy,
  user: SignedIn,
): Promise<Reply> {
  const reply = await tried(t, readCall(t, path, identifiedBy, user));
  const { accessToken } = t.flows.app.credentials;
  if (isUser(reply) || accessToken === null) return reply;
  const byToken = await tried(t, readCall(t, path, identifiedBy, user, accessToken));
  if (isUser(byToken)) {
    const { bearers } = t.around.knowledge;
    bearers.needed('getUser', reply);
    bearers.served('session', reply);
    bearers.served('client', byToken);
    useFindings(t);
  }
  return byToken;
}

/** A path that is not there may be answered by a gateway; only a limit says nothing of it. */
async function tried(t: Probing, call: Call): Promise<Reply> {
  const reply = await t.send(call);
  if (reply.status === 429) t.decided(reply);
  return reply;
}

/** A user object has something in it; a page that answers every path is no JSON. */
function isUser({ accepted, body }: Reply): boolean {
  const fields = fieldsOrNull(body);
  return accepted && fields !== null && Object.keys(fields).length > 0;
}

/** The name of the property that wraps the user object, or `none`; null where it can't be told. */
function envelopeOf(answer: unknown, userId: string | null): string | null {
  const body = fieldsOrNull(answer);
  if (body === null) return null;
  const inside = Object.entries(body).flatMap(([name, value]) => {
    const object = fieldsOrNull(value);
    return object === null || !isName(name) ? [] : [{ name, object }];
  });
  const candidates = [{ name: 'none', object: body }, ...inside];
  const named = candidates.filter(
    ({ object }) => userId !== null && Object.values(object).includes(userId),
  );
  if (named.length > 0)
    return (named.find(({ object }) => hasParts(object)) ?? named[0])?.name ?? null;
  if (userId !== null && JSON.stringify(body).includes(userId)) return null;
  const whole = candidates.filter(({ object }) => hasParts(object));
  return whole[0]?.name ?? null;
}

/** Lists, or the sub-object of the KYC (§2.7). */
function hasParts(object: Fields): boolean {
  return Object.values(object).some(
    (value) => Array.isArray(value) || fieldsOrNull(value)?.['status'] !== undefined,
  );
}

/** Whether the dialect can say the name. */
export function isName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name) && name !== 'none' && name !== '__proto__';
}
