/** A scenario without secrets, for sharing. It can be loaded like any other. */
import type { Scenario, ScenarioClient, ScenarioRuntime } from '../contract/scenario.gen.ts';
import { defaultClients } from './default-clients.ts';

export interface PublicScenario {
  readonly scenario: Scenario;
  /** What the whole one has and this one has not, in words that give none of it away. */
  readonly secrets: readonly string[];
}

/**
 * Removes secrets: client secrets and access tokens, and from a snapshot the seed (from which codes and
 * challenges can be computed), challenges, one-time passwords, sessions and signing keys. Default clients
 * are omitted; others get placeholders.
 */
export function withoutSecrets({ clients, runtime, ...rest }: Scenario): PublicScenario {
  const { name, description, clock, ...users } = rest;
  const areOwn = clients !== undefined && !areDefault(clients);
  return {
    scenario: {
      name,
      ...(description === undefined ? {} : { description }),
      ...(clock === undefined ? {} : { clock }),
      ...(areOwn ? { clients: clients.map(standIn) } : {}),
      ...users,
      ...(runtime === undefined ? {} : { runtime: withoutPending(runtime) }),
    },
    secrets: [
      ...(areOwn ? [several(clients.length, 'client secret and access token', CREDENTIALS)] : []),
      ...(runtime === undefined ? [] : pendingOf(runtime)),
    ],
  };
}

const CREDENTIALS = 'client secrets and access tokens';

/** The same ones in every export, so that an export of what was loaded from one is the same again. */
function standIn({ id }: ScenarioClient, at: number): ScenarioClient {
  return { id, secret: `left-out-${at + 1}`, accessToken: `left-out-${at + 1}` };
}

function areDefault(clients: readonly ScenarioClient[]): boolean {
  return (
    clients.length === defaultClients.length &&
    defaultClients.every(
      ({ id, secret, accessToken }, at) =>
        clients[at]?.id === id &&
        clients[at].secret === secret &&
        clients[at].accessToken === accessToken,
    )
  );
}

function withoutPending(runtime: ScenarioRuntime): ScenarioRuntime {
  const { version, dialect, clock, draws, lastUsers, sends, drawCounts, withoutKey } = runtime;
  return {
    version,
    dialect,
    clock,
    draws: { ...draws, seed: 0 },
    lastUsers,
    challenges: [],
    oneTimePasswords: [],
    sends,
    sessions: [],
    signingKeys: [],
    drawCounts,
    withoutKey,
  };
}

function pendingOf(runtime: ScenarioRuntime): readonly string[] {
  const { challenges, oneTimePasswords, sessions, signingKeys } = runtime;
  return [
    'the seed',
    several(challenges.length, 'challenge'),
    several(oneTimePasswords.length, 'one-time password'),
    several(sessions.length, 'session'),
    several(signingKeys.length, 'signing key'),
  ].filter((words) => words !== '');
}

function several(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
}
