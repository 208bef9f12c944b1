/** Runs with partial settings, to verify that each run asks for the missing settings. */
import type { CheckResult } from '../../conformance/outcome.ts';
import { runConformance } from '../../conformance/run-conformance.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import { createSandboxDeployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import { skipWait } from './run-mutants.ts';
import type { useTargets } from './sandbox-targets.ts';
import { withMutant } from './with-mutant.ts';

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

/** The changes to the complete settings, by the name of the run. */
export const partialSettings: Readonly<
  Record<string, (all: ConformSettings) => Partial<ConformSettings>>
> = {
  'id and secret': ({ client }) => ({
    ...noOptionalSettings,
    client: { ...client, accessToken: null },
  }),
  'id, secret and access token': () => noOptionalSettings,
  'an inbox': () => ({ ...noOptionalSettings, otpSource: { kind: 'inbox' } }),
  'an inbox and a second client': ({ secondClient }) => ({
    ...noOptionalSettings,
    otpSource: { kind: 'inbox' },
    secondClient,
  }),
  'an inbox and accounts': ({ accounts }) => ({
    ...noOptionalSettings,
    otpSource: { kind: 'inbox' },
    accounts,
  }),
  'an inbox and declared destinations': () => ({
    ...noOptionalSettings,
    otpSource: { kind: 'inbox' },
    destinations: { phoneNumbers: ['+12025550199'], emailAddresses: ['qa@example.test'] },
  }),
  everything: () => ({ otpSource: { kind: 'inbox' } }),
};

/** The names of the runs without an OTP source. These runs must not detect the inbox. */
const runsWithoutInbox = new Set(['id and secret', 'id, secret and access token']);

/** Runs all checks with partial settings. Returns the results, except those of open points. */
export async function runWithPartialSettings(
  name: string,
  targets: ReturnType<typeof useTargets>,
): Promise<readonly CheckResult[]> {
  const deployment = await createSandboxDeployment(targets, 'default', dialects.default);
  const { results, stop } = await withMutant(
    deployment,
    ({ forward }) => forward(),
    (url, { settings }) => {
      const all = settings(url);
      return runConformance(
        { ...all, ...partialSettings[name]?.(all) },
        { sleep: skipWait, ...(deployment.dialect && { assumedDialect: deployment.dialect }) },
      );
    },
    { hidesInbox: runsWithoutInbox.has(name) },
  );
  if (stop !== null) throw new Error(stop.message);
  return results.filter(({ level }) => level !== 'OPEN');
}
