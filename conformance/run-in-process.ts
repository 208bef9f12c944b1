/** The same checks without vitest, for many runs in one process: against many servers, in tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { chosenChecks } from './chosen-checks.ts';
import type { Section } from './define-check.ts';
import type { RunOutcome } from './outcome.ts';
import { Run, type RunPorts } from './run.ts';
import type { ConformSettings } from './settings.ts';

export async function runInProcess(
  settings: ConformSettings,
  ports: Partial<RunPorts> = {},
  sections?: readonly Section[],
): Promise<RunOutcome> {
  const chosen = chosenChecks(settings.only, sections);
  const run = new Run(settings, {
    watch: () => undefined,
    signal: new AbortController().signal,
    ask: () => Promise.reject(new Error('nobody can be asked')),
    environment: process.env,
    sleep: (milliseconds) => sleep(milliseconds),
    now: Date.now,
    checks: chosen.length,
    ...ports,
  });
  const stop = await run.ready();
  if (stop === null) {
    await Promise.all(chosen.map((check) => run.perform(check)));
  }
  return run.finish();
}
