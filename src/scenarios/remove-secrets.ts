import { isDeepStrictEqual } from 'node:util';
import type { Scenario, ScenarioClient, ScenarioRuntime } from '../contract/scenario.gen.ts';
import { defaultClients } from './clients.ts';

/**
 * Removes client secrets and access tokens. From a snapshot, also removes challenges, one-time passwords,
 * sessions, signing keys, and the seed, from which codes and challenges can be computed. Default clients
 * are omitted; other clients get placeholders.
 */
export function removeSecrets(exported: Scenario): {
  readonly scenario: Scenario;
  /** Describes the removed parts. */
  readonly secrets: readonly string[];
} {
  const { clients = defaultClients, ...withoutClients } = exported;
  const { runtime } = exported;
  const hasCustomClients = !isDeepStrictEqual(clients, defaultClients);
  return {
    scenario: {
      ...(hasCustomClients
        ? { ...exported, clients: clients.map(createPlaceholders) }
        : withoutClients),
      ...(runtime === undefined ? {} : { runtime: removeRuntimeSecrets(runtime) }),
    },
    secrets: [
      ...(hasCustomClients
        ? formatCount(
            clients.length,
            'client secret and access token',
            'client secrets and access tokens',
          )
        : []),
      ...(runtime === undefined ? [] : listRuntimeSecrets(runtime)),
    ],
  };
}

/** Returns placeholders that are not random, so that exporting a loaded export gives the same text. */
function createPlaceholders({ id }: ScenarioClient, index: number): ScenarioClient {
  return { id, secret: `omitted-${index + 1}`, accessToken: `omitted-${index + 1}` };
}

/** Returns the section without secrets. Names each member to keep, so that no new member is exported by mistake. */
function removeRuntimeSecrets(runtime: ScenarioRuntime): ScenarioRuntime {
  const { version, dialect, clock, draws, lastUsers, sends, drawCounts, idsWithoutKey } = runtime;
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
    idsWithoutKey,
  };
}

function listRuntimeSecrets(runtime: ScenarioRuntime): readonly string[] {
  const { challenges, oneTimePasswords, sessions, signingKeys } = runtime;
  return [
    'the seed',
    ...formatCount(challenges.length, 'challenge'),
    ...formatCount(oneTimePasswords.length, 'one-time password'),
    ...formatCount(sessions.length, 'session'),
    ...formatCount(signingKeys.length, 'signing key'),
  ];
}

/** Returns a list with one text; an empty list for a count of 0. */
function formatCount(count: number, noun: string, plural = `${noun}s`): readonly string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? noun : plural}`];
}
