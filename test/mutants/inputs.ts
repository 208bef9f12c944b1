/** What a run can look at with what it is given, and what it asks for where that is not enough. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { CheckResult } from '../../conformance/outcome.ts';
import { runInProcess } from '../../conformance/run-in-process.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import { sandboxDeployment } from './deployments.ts';
import { dialects } from './dialects.ts';
import { startMutant } from './mutant-proxy.ts';
import type { useTargets } from './sandbox-targets.ts';

/** Reviewed by hand; `FLAGBEARER_UPDATE_INPUTS=1` writes it anew. */
const fixture = new URL('./inputs.json', import.meta.url);

export interface NotTestedWithout {
  /** Reasons, and the checks that each keeps from being looked at. */
  readonly [reason: string]: readonly string[];
}

const bare: Partial<ConformSettings> = { secondClient: null, accounts: [], otpSource: null };

/** Each adds to an id and a secret. */
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

/** An inbox is found by itself only where nobody closes it. */
const needsClosedInbox = new Set(['id and secret', 'id, secret and access token']);

/** What a run does not test with what is given. */
export async function notTestedWith(
  name: string,
  targets: ReturnType<typeof useTargets>,
): Promise<NotTestedWithout> {
  const deployment = await sandboxDeployment(targets, 'default', dialects.default);
  const running = await deployment.start();
  const proxy = await startMutant(running.target, running.words, ({ forward }) => forward(), {
    hidesInbox: needsClosedInbox.has(name),
  });
  try {
    const all = running.settings(proxy.url);
    const { results, stop } = await runInProcess(
      { ...all, ...inputs[name]?.(all) },
      {
        // What waits to be asked again loses no time here.
        sleep: () => new Promise((resolve) => setImmediate(resolve)),
        ...(deployment.dialect && { granted: deployment.dialect }),
      },
    );
    if (stop !== null) throw new Error(stop.message);
    const seen = notTested(results);
    if (process.env['FLAGBEARER_UPDATE_INPUTS'] !== undefined) update(name, seen);
    return seen;
  } finally {
    await proxy.close();
    await running.close();
  }
}

function notTested(results: readonly CheckResult[]): NotTestedWithout {
  const byReason: Record<string, string[]> = {};
  for (const { id, verdict, reason, level } of results) {
    if (level === 'OPEN' || verdict !== 'not-tested') continue;
    (byReason[reason] ??= []).push(id);
  }
  return byReason;
}

/** What was found right for each. */
export function reviewed(): Record<string, NotTestedWithout> {
  return JSON.parse(readFileSync(fixture, 'utf8')) as Record<string, NotTestedWithout>;
}

function update(name: string, seen: NotTestedWithout): void {
  writeFileSync(fixture, `${JSON.stringify({ ...reviewed(), [name]: seen }, null, 2)}\n`);
}
