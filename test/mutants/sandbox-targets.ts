/** Sandboxes as targets of runs: one server, and a workspace with a dialect for each run. */
import type { ConformSettings } from '../../conformance/settings.ts';
import type { DialectDocument } from '../../src/dialect/dialect.ts';
import { createPlainSettings } from '../conformance/plain-settings.ts';
import { sendRequest, useSandbox } from '../sandbox.ts';
import { accountsScenario, declaredAccounts } from './accounts.ts';

/** Starts the server of a test file. */
export function useTargets() {
  const sandbox = useSandbox();
  return {
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
  };
}

/** A phone number and an email address without a user. */
export const unusedDestinations: NonNullable<ConformSettings['destinations']> = {
  phoneNumbers: ['+12025550123'],
  emailAddresses: ['qa@example.test'],
};

/** Returns settings with two clients and the declared accounts, without an OTP source. */
export function createSettings(
  target: string,
  changes: Partial<ConformSettings> = {},
): ConformSettings {
  return createPlainSettings(target, {
    client: {
      clientId: 'wallet-app',
      clientSecret: 'wallet-app-secret',
      accessToken: 'wallet-app-token',
    },
    secondClient: {
      clientId: 'exchange-app',
      clientSecret: 'exchange-app-secret',
      accessToken: 'exchange-app-token',
    },
    otpSource: null,
    accounts: declaredAccounts,
    ...changes,
  });
}
