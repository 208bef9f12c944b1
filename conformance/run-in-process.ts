/** The same checks without vitest, for many runs in one process: against many servers, in tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isChosen, type Check, type Section } from './define-check.ts';
import type { RunOutcome } from './outcome.ts';
import { Run, type RunPorts } from './run.ts';
import { sections as allSections } from './sections/index.ts';
import type { ConformSettings } from './settings.ts';

export async function runInProcess(
  settings: ConformSettings,
  ports: Partial<RunPorts> = {},
  sections: readonly Section[] = allSections,
): Promise<RunOutcome> {
  const chosen = checksOf(sections, settings.only);
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

/** The checks that `only` names by their ids or by beginnings of them; all where it is empty. */
export function checksOf(sections: readonly Section[], only: readonly string[]): Check[] {
  return sections.flatMap(({ checks }) => checks).filter((check) => isChosen(check, only));
}
