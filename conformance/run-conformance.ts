/** Runs the checks against a deployment. */
import { setTimeout as sleep } from 'node:timers/promises';
import { chosenChecks } from './chosen-checks.ts';
import type { Section } from './define-check.ts';
import type { RunOutcome } from './outcome.ts';
import { Run, type RunPorts } from './run.ts';
import type { ConformSettings } from './settings.ts';
import { temporaryWorkspace } from './target/temporary-workspace.ts';
import { withTexts } from '../src/redaction/with-texts.ts';

/** A run that has begun, and its end. */
export interface StartedRun {
  readonly run: Run;
  /** Sums up; to be called once, when no check is being performed any more. */
  finish(): Promise<RunOutcome>;
  /** Deletes the temporary workspace, if there is one. */
  discard(): Promise<void>;
}

/**
 * Performs the chosen checks.
 *
 * @param ports what the run takes from its process; real time and no observer by default
 * @param sections every section of the interface by default
 */
export async function runConformance(
  settings: ConformSettings,
  ports: Partial<RunPorts> = {},
  sections?: readonly Section[],
): Promise<RunOutcome> {
  const { run, finish, discard } = await startRun(settings, ports, sections);
  try {
    if ((await run.ready()) === null) {
      // The last sections have the longest checks, which come first: they determine when the run ends.
      await Promise.all(run.checks.toReversed().map((check) => run.perform(check)));
    }
    return await finish();
  } finally {
    await discard();
  }
}

function shownTarget({ target, hidden }: ConformSettings): string {
  const longestFirst = [...hidden].toSorted(([one], [other]) => other.length - one.length);
  return longestFirst.reduce((text, [value, word]) => text.replaceAll(value, word), target);
}

/** Starts a run whose checks the caller performs; a sandbox is tested in a temporary workspace. */
export async function startRun(
  settings: ConformSettings,
  ports: Partial<RunPorts> = {},
  sections?: readonly Section[],
): Promise<StartedRun> {
  const workspace = await temporaryWorkspace(settings.target);
  const target = workspace?.url ?? settings.target;
  const run = new Run(
    { ...settings, target },
    {
      watch: () => undefined,
      signal: new AbortController().signal,
      ask: () => Promise.reject(new Error('no terminal for the prompt')),
      environment: process.env,
      sleep: (milliseconds) => sleep(milliseconds),
      now: Date.now,
      checks: chosenChecks(settings, sections),
      ...ports,
    },
  );
  return {
    run,
    async finish() {
      const outcome = await run.finish();
      if (workspace === null) return outcome;
      // The workspace no longer exists when a request of the report is sent again.
      const shown = shownTarget(settings);
      return withTexts(outcome, (text) => text.replaceAll(target, shown));
    },
    discard: async () => workspace?.delete(),
  };
}
