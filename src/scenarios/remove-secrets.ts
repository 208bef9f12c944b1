import { isDeepStrictEqual } from 'node:util';
import type { Scenario, ScenarioClient, ScenarioRuntime } from '../contract/scenario.gen.ts';
import { defaultClients } from './clients.ts';

/**
 * Removes secrets: client secrets and access tokens, and from a snapshot the seed (from which codes and
 * challenges can be computed), challenges, one-time passwords, sessions and signing keys. Default clients
 * are omitted; others get placeholders.
 */
export function removeSecrets({ clients, runtime, ...otherMembers }: Scenario): {
  readonly scenario: Scenario;
  /** Describes the removed parts. */
  readonly secrets: readonly string[];
} {
  const { name, description, clock, ...users } = otherMembers;
  // Not random, so that exporting a loaded export gives the same text.
  const placeholders = (clients ?? []).map(({ id }, index): ScenarioClient => {
    return { id, secret: `omitted-${index + 1}`, accessToken: `omitted-${index + 1}` };
  });
  const hasCustomClients = clients !== undefined && !isDeepStrictEqual(clients, defaultClients);
  return {
    scenario: {
      name,
      ...(description === undefined ? {} : { description }),
      ...(clock === undefined ? {} : { clock }),
      ...(hasCustomClients ? { clients: placeholders } : {}),
      ...users,
      ...(runtime === undefined ? {} : { runtime: removeRuntimeSecrets(runtime) }),
    },
    secrets: [
      ...(hasCustomClients
        ? [formatCount(clients.length, 'client secret and access token', CREDENTIALS)]
        : []),
      ...(runtime === undefined ? [] : listRuntimeSecrets(runtime)),
    ],
  };
}

const CREDENTIALS = 'client secrets and access tokens';

function removeRuntimeSecrets(runtime: ScenarioRuntime): ScenarioRuntime {
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

function listRuntimeSecrets(runtime: ScenarioRuntime): readonly string[] {
  const { challenges, oneTimePasswords, sessions, signingKeys } = runtime;
  return [
    'the seed',
    formatCount(challenges.length, 'challenge'),
    formatCount(oneTimePasswords.length, 'one-time password'),
    formatCount(sessions.length, 'session'),
    formatCount(signingKeys.length, 'signing key'),
  ].filter((text) => text !== '');
}

function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return count === 0 ? '' : `${count} ${count === 1 ? noun : plural}`;
}
