/** Runs with partial settings, to verify that each run asks for the missing settings. */
import type { CheckResult } from '../../conformance/outcome.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import { declaredAccounts } from './accounts.ts';
import { createSandboxDeployment } from './deployments.ts';
import { runMutated } from './run-mutants.ts';
import {
  clientWithoutToken,
  sandboxClients,
  unusedDestinations,
  type useTargets,
} from './sandbox-targets.ts';

/** Matches a reason that names a setting. */
const SETTING = /--otp-source|secondClient|accessToken|bearer token|account|destinations/;

/** Returns the checks whose reason does not name the missing setting. */
export function listChecksWithoutSettingName(results: readonly CheckResult[]): readonly string[] {
  return results
    .filter(({ verdict, cause }) => verdict === 'not-tested' && cause === 'settings')
    .filter(({ reason }) => !SETTING.test(reason))
    .map(({ id, reason }) => `${id}: ${reason}`);
}

const noOptionalSettings: Partial<ConformSettings> = {
  secondClient: null,
  accounts: [],
  otpSource: null,
};
const onlyInbox: Partial<ConformSettings> = { ...noOptionalSettings, otpSource: { kind: 'inbox' } };

/** The changes to the complete settings, by the name of the run. */
export const partialSettings: Readonly<Record<string, Partial<ConformSettings>>> = {
  'id and secret': { ...noOptionalSettings, client: clientWithoutToken },
  'id, secret and access token': noOptionalSettings,
  'an inbox': onlyInbox,
  'an inbox and a second client': { ...onlyInbox, secondClient: sandboxClients[1] },
  'an inbox and accounts': { ...onlyInbox, accounts: declaredAccounts },
  'an inbox and declared destinations': { ...onlyInbox, destinations: unusedDestinations },
  everything: { otpSource: { kind: 'inbox' } },
};

/** The names of the runs without an OTP source. These runs must not detect the inbox. */
const runsWithoutInbox = new Set(['id and secret', 'id, secret and access token']);

/** Runs all checks with partial settings. Returns the results, except those of open points. */
export async function runWithPartialSettings(
  name: string,
  targets: ReturnType<typeof useTargets>,
): Promise<readonly CheckResult[]> {
  const deployment = await createSandboxDeployment(targets);
  const { results, stop } = await runMutated(deployment, ({ forward }) => forward(), {
    assumedDialect: deployment.dialect,
    settings: partialSettings[name] ?? {},
    hidesInbox: runsWithoutInbox.has(name),
  });
  if (stop !== null) throw new Error(stop.message);
  return results.filter(({ level }) => level !== 'OPEN');
}
