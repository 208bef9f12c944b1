/** Sandboxes as targets of runs: one server, and a workspace with a dialect for each run. */
import type { Section } from '../../conformance/define-check.ts';
import type { RunOutcome } from '../../conformance/outcome.ts';
import { runConformance } from '../../conformance/run-conformance.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import type { DialectDocument } from '../../src/dialect/dialect.ts';
import { createPlainSettings } from '../conformance/plain-settings.ts';
import { sendRequest, useSandbox } from '../sandbox.ts';
import { accountsScenario, declaredAccounts } from './accounts.ts';
import type { Values } from './dialects.ts';

/** Starts the server of a test file. */
export function useTargets() {
  const sandbox = useSandbox();
  const targets = {
    /** Creates a workspace with a dialect, and returns its base URL. */
    async create(dialect?: DialectDocument, scenario: object = accountsScenario): Promise<string> {
      const response = await sendRequest(`${sandbox.url}/sandbox/workspaces`, {
        body: { scenario, ...(dialect && { dialect }) },
      });
      if (response.status !== 201) throw new Error(JSON.stringify(response.body));
      return response.body.baseUrl;
    },
    /** Deletes a workspace with everything that a run created in it. */
    async delete(baseUrl: string): Promise<void> {
      const name = baseUrl.slice(baseUrl.lastIndexOf('/') + 1);
      await sendRequest(`${sandbox.url}/sandbox/workspaces/${name}`, { method: 'DELETE' });
    },
    /** Runs the checks against a new workspace with these values of the dialect. */
    async run(
      values: Values,
      changes: Partial<ConformSettings> = {},
      sections?: readonly Section[],
    ): Promise<RunOutcome> {
      const settings = createSettings(await targets.create({ version: 1, values }), changes);
      return runConformance(settings, { sleep: () => Promise.resolve() }, sections);
    },
  };
  return targets;
}

/** A phone number and an email address without a user. */
export const unusedDestinations: NonNullable<ConformSettings['destinations']> = {
  phoneNumbers: ['+12025550123'],
  emailAddresses: ['qa@example.test'],
};

const createClient = (clientId: string) => ({
  clientId,
  clientSecret: `${clientId}-secret`,
  accessToken: `${clientId}-token`,
});

/** The client applications of a sandbox. */
export const sandboxClients = [createClient('wallet-app'), createClient('exchange-app')] as const;

/** The first client application, without an access token. */
export const clientWithoutToken = { ...sandboxClients[0], accessToken: null };

/** Returns settings with two clients and the declared accounts, without an OTP source. */
export function createSettings(
  target: string,
  changes: Partial<ConformSettings> = {},
): ConformSettings {
  return createPlainSettings(target, {
    client: sandboxClients[0],
    secondClient: sandboxClients[1],
    otpSource: null,
    accounts: declaredAccounts,
    ...changes,
  });
}
