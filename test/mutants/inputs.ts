/** The settings of runs: the checks that each enables, and the settings that a run asks for. */
import type { CheckResult } from '../../conformance/outcome.ts';
import { runConformance } from '../../conformance/run-conformance.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import { sandboxDeployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import { startMutant } from './mutant-proxy.ts';
import type { useTargets } from './sandbox-targets.ts';

/** Setting names as they appear in reasons. */
const SETTING = /--otp-source|secondClient|accessToken|bearer token|account|destinations/;

/** Returns the checks that are not tested because of a missing setting but do not name it. */
export function listSilent(results: readonly CheckResult[]): readonly string[] {
  return results
    .filter(({ verdict, cause }) => verdict === 'not-tested' && cause === 'settings')
    .filter(({ reason }) => !SETTING.test(reason))
    .map(({ id, reason }) => `${id}: ${reason}`);
}

const bare: Partial<ConformSettings> = { secondClient: null, accounts: [], otpSource: null };

/** Settings in addition to client id and secret. */
export const inputs: Readonly<Record<string, (all: ConformSettings) => Partial<ConformSettings>>> =
  {
    'id and secret': ({ client }) => ({ ...bare, client: { ...client, accessToken: null } }),
    'id, secret and access token': () => bare,
    'an inbox': () => ({ ...bare, otpSource: { kind: 'inbox' } }),
    'an inbox and a second client': ({ secondClient }) => ({
      ...bare,
      otpSource: { kind: 'inbox' },
      secondClient,
    }),
    'an inbox and accounts': ({ accounts }) => ({
      ...bare,
      otpSource: { kind: 'inbox' },
      accounts,
    }),
    'an inbox and given destinations': () => ({
      ...bare,
      otpSource: { kind: 'inbox' },
      destinations: { phoneNumbers: ['+12025550199'], emailAddresses: ['qa@example.test'] },
    }),
    everything: () => ({ otpSource: { kind: 'inbox' } }),
  };

/** Runs in which the inbox must not be found, because the settings name no OTP source. */
const needsClosedInbox = new Set(['id and secret', 'id, secret and access token']);

/** Resolves to the result of each check with the given settings. */
export async function runWith(
  name: string,
  targets: ReturnType<typeof useTargets>,
): Promise<readonly CheckResult[]> {
  const deployment = await sandboxDeployment(targets, 'default', dialects.default);
  const running = await deployment.start();
  const proxy = await startMutant(running.target, running.naming, ({ forward }) => forward(), {
    hidesInbox: needsClosedInbox.has(name),
  });
  try {
    const all = running.settings(proxy.url);
    const { results, stop } = await runConformance(
      { ...all, ...inputs[name]?.(all) },
      {
        // Waits are skipped.
        sleep: () => new Promise((resolve) => setImmediate(resolve)),
        ...(deployment.dialect && { assumedDialect: deployment.dialect }),
      },
    );
    if (stop !== null) throw new Error(stop.message);
    return results.filter(({ level }) => level !== 'OPEN');
  } finally {
    await proxy.close();
    await running.close();
  }
}
