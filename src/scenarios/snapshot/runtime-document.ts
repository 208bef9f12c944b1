/** The section `runtime` of a snapshot: what a workspace knows, as a document, and back. */
import type {
  ScenarioChallenge,
  ScenarioOneTimePassword,
  ScenarioRuntime,
} from '../../contract/scenario.gen.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { timestampOf } from '../../domain/clock.ts';
import { destinationIdentity } from '../../domain/identity.ts';
import type {
  Challenge,
  OneTimePassword,
  OutstandingChallenges,
  Runtime,
  User,
} from '../../store/state.ts';

/** @param users all there are: those who were made in the workspace have no key */
export function writeRuntime(
  runtime: Runtime,
  dialect: Dialect,
  users: readonly User[],
): ScenarioRuntime {
  const { draws, drawCounts, clock, inboxEmptiedAfter } = runtime;
  return {
    version: 1,
    dialect: { version: 1, values: dialect },
    clock: { now: timestampOf(clock.now), frozen: clock.state === 'frozen' },
    draws: { ...draws, counts: Object.fromEntries(drawCounts) },
    lastUsers: Object.fromEntries(runtime.lastUserIds),
    challenges: runtime.challenges.flatMap(writeChallenges),
    oneTimePasswords: runtime.oneTimePasswords.map(writePassword),
    ...(inboxEmptiedAfter === null ? {} : { inboxEmptiedAfter }),
    sends: runtime.sends.map(({ countedFor, instants }) => ({
      countedFor,
      at: instants.map(timestampOf),
    })),
    sessions: runtime.sessions.map((session) => ({
      ...session,
      expiresAt: timestampOf(session.expiresAt),
    })),
    signingKeys: runtime.signingKeys.map((key) => ({ ...key, jwk: textsOf(key.jwk) })),
    withoutKey: users.flatMap((user) =>
      [user, ...user.transactions].flatMap(({ key, id }) => (key === null ? id : [])),
    ),
  };
}

/** @param document as the schema and `runtimeFindings` want it */
export function readRuntime(document: ScenarioRuntime): Runtime {
  const { draws, clock } = document;
  return {
    draws: { seed: draws.seed, workspace: draws.workspace },
    drawCounts: new Map(Object.entries(draws.counts)),
    clock: { state: clock.frozen ? 'frozen' : 'running', now: Date.parse(clock.now) },
    lastUserIds: new Map(Object.entries(document.lastUsers)),
    challenges: readChallenges(document.challenges),
    oneTimePasswords: document.oneTimePasswords.map(readPassword),
    inboxEmptiedAfter: document.inboxEmptiedAfter ?? null,
    sends: document.sends.map(({ countedFor, at }) => ({
      countedFor,
      instants: at.map((instant) => Date.parse(instant)).toSorted((one, other) => one - other),
    })),
    sessions: document.sessions.map((session) => ({
      ...session,
      expiresAt: Date.parse(session.expiresAt),
    })),
    signingKeys: document.signingKeys,
  };
}

function writeChallenges({ clientId, wallet, challenges }: OutstandingChallenges) {
  return challenges.map(({ challenge, variant, expiresAt }): ScenarioChallenge => {
    return { clientId, wallet, challenge, variant, expiresAt: timestampOf(expiresAt) };
  });
}

/** Those of one client and wallet belong together. */
function readChallenges(documents: readonly ScenarioChallenge[]): OutstandingChallenges[] {
  const slots = new Map<string, OutstandingChallenges & { challenges: Challenge[] }>();
  for (const { clientId, wallet, challenge, variant, expiresAt } of documents) {
    const key = JSON.stringify([clientId, wallet]);
    const slot = slots.get(key) ?? { clientId, wallet, challenges: [] };
    slot.challenges.push({ challenge, variant, expiresAt: Date.parse(expiresAt) });
    slots.set(key, slot);
  }
  return [...slots.values()];
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
