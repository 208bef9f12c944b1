/** The section `runtime` of a snapshot: what a workspace knows, as a document, and back. */
import type {
  ScenarioChallenge,
  ScenarioOneTimePassword,
  ScenarioRuntime,
} from '../../contract/scenario.gen.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { timestampOf } from '../../domain/clock.ts';
import { destinationIdentity } from '../../domain/identity.ts';
import { compositeKey, partsOfKey } from '../../store/composite-key.ts';
import { ONLY } from '../../store/parts.ts';
import type { Runtime } from '../../store/base.ts';
import type { Challenge, OneTimePassword, User } from '../../store/state.ts';

/** @param users all there are: those who were made in the workspace have no key */
export function writeRuntime(
  runtime: Runtime,
  dialect: Dialect,
  users: readonly User[],
): ScenarioRuntime {
  const { draws, clock, parts } = runtime;
  const [cleared] = parts.inboxCleared ?? [];
  return {
    version: 1,
    dialect: { version: 1, values: dialect },
    clock: { now: timestampOf(clock.now), frozen: clock.state === 'frozen' },
    draws: { ...draws, counts: Object.fromEntries(parts.drawCounts ?? []) },
    lastUsers: Object.fromEntries(parts.lastUsers ?? []),
    challenges: (parts.challenges ?? []).flatMap(writeChallenges),
    oneTimePasswords: (parts.oneTimePasswords ?? []).map(([, password]) => writePassword(password)),
    ...(cleared === undefined ? {} : { inboxEmptiedAfter: cleared[1] }),
    sends: (parts.sends ?? []).map(([countedFor, instants]) => ({
      countedFor,
      at: instants.map(timestampOf),
    })),
    sessions: (parts.sessions ?? []).map(([, session]) => ({
      ...session,
      expiresAt: timestampOf(session.expiresAt),
    })),
    signingKeys: (parts.signingKeys ?? []).map(([, key]) => ({ ...key, jwk: textsOf(key.jwk) })),
    withoutKey: users.flatMap((user) =>
      [user, ...user.transactions].flatMap(({ key, id }) => (key === null ? id : [])),
    ),
  };
}

/** @param document as the schema and `runtimeFindings` want it */
export function readRuntime(document: ScenarioRuntime): Runtime {
  const { draws, clock, inboxEmptiedAfter } = document;
  return {
    draws: { seed: draws.seed, workspace: draws.workspace },
    clock: { state: clock.frozen ? 'frozen' : 'running', now: Date.parse(clock.now) },
    parts: {
      drawCounts: Object.entries(draws.counts),
      lastUsers: Object.entries(document.lastUsers),
      challenges: readChallenges(document.challenges),
      oneTimePasswords: document.oneTimePasswords.map(readPassword).map((otp) => [otp.id, otp]),
      ...(inboxEmptiedAfter === undefined ? {} : { inboxCleared: [[ONLY, inboxEmptiedAfter]] }),
      sends: document.sends.map(({ countedFor, at }) => [
        countedFor,
        at.map((instant) => Date.parse(instant)).toSorted((one, other) => one - other),
      ]),
      sessions: document.sessions.map((session) => [
        session.id,
        { ...session, expiresAt: Date.parse(session.expiresAt) },
      ]),
      signingKeys: document.signingKeys.map((key) => [key.algorithm, key]),
    },
  };
}

function writeChallenges([key, challenges]: readonly [string, readonly Challenge[]]) {
  const [clientId = '', wallet = ''] = partsOfKey(key);
  return challenges.map(({ challenge, variant, expiresAt }): ScenarioChallenge => {
    return { clientId, wallet, challenge, variant, expiresAt: timestampOf(expiresAt) };
  });
}

/** Those of one client and wallet belong together. */
function readChallenges(documents: readonly ScenarioChallenge[]): [string, Challenge[]][] {
  const slots = new Map<string, Challenge[]>();
  for (const { clientId, wallet, challenge, variant, expiresAt } of documents) {
    const key = compositeKey(clientId, wallet);
    const slot = slots.get(key) ?? [];
    slot.push({ challenge, variant, expiresAt: Date.parse(expiresAt) });
    slots.set(key, slot);
  }
  return [...slots];
}

function writePassword(password: OneTimePassword): ScenarioOneTimePassword {
  const { id, channel, destination, recordId, clientId, code, wrongTries, state } = password;
  return {
    id,
    channel,
    to: destination,
    recordId,
    clientId,
    code,
    sentAt: timestampOf(password.sentAt),
    expiresAt: timestampOf(password.expiresAt),
    wrongTries,
    state,
    ...(password.addsTo === null ? {} : { addsTo: password.addsTo }),
  };
}

function readPassword({ to, addsTo, ...document }: ScenarioOneTimePassword): OneTimePassword {
  return {
    ...document,
    destination: to,
    identity: destinationIdentity(document.channel, to),
    sentAt: Date.parse(document.sentAt),
    expiresAt: Date.parse(document.expiresAt),
    addsTo: addsTo ?? null,
  };
}

/** The members of a JWK that are texts: all that a private key is made of. */
function textsOf(jwk: object): Record<string, string> {
  const members: [string, unknown][] = Object.entries(jwk);
  return Object.fromEntries(
    members.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
