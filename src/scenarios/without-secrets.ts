import { isDeepStrictEqual } from 'node:util';
import type { Scenario, ScenarioClient, ScenarioRuntime } from '../contract/scenario.gen.ts';
import { defaultClients } from './clients.ts';

/**
 * Removes secrets: client secrets and access tokens, and from a snapshot the seed (from which codes and
 * challenges can be computed), challenges, one-time passwords, sessions and signing keys. Default clients
 * are omitted; others get placeholders.
 */
export function removeSecrets({ clients, runtime, ...rest }: Scenario): {
  readonly scenario: Scenario;
  /** Describes the removed parts. */
  readonly secrets: readonly string[];
} {
  const { name, description, clock, ...users } = rest;
  // The same in every export, so that exporting a loaded export gives the same text.
  const placeholders = (clients ?? []).map(({ id }, index): ScenarioClient => {
    return { id, secret: `omitted-${index + 1}`, accessToken: `omitted-${index + 1}` };
  });
  const areOwn = clients !== undefined && !isDeepStrictEqual(clients, defaultClients);
  return {
    scenario: {
      name,
      ...(description === undefined ? {} : { description }),
      ...(clock === undefined ? {} : { clock }),
      ...(areOwn ? { clients: placeholders } : {}),
      ...users,
      ...(runtime === undefined ? {} : { runtime: removePending(runtime) }),
    },
    secrets: [
      ...(areOwn
        ? [formatCount(clients.length, 'client secret and access token', CREDENTIALS)]
        : []),
      ...(runtime === undefined ? [] : listPending(runtime)),
    ],
  };
}

const CREDENTIALS = 'client secrets and access tokens';

function removePending(runtime: ScenarioRuntime): ScenarioRuntime {
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

function listPending(runtime: ScenarioRuntime): readonly string[] {
  const { challenges, oneTimePasswords, sessions, signingKeys } = runtime;
  return [
    'the seed',
    formatCount(challenges.length, 'challenge'),
    formatCount(oneTimePasswords.length, 'one-time password'),
    formatCount(sessions.length, 'session'),
    formatCount(signingKeys.length, 'signing key'),
  ].filter((comments) => comments !== '');
}

function formatCount(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
}
