/** Runs the checks against a deployment. */
import { setTimeout as sleep } from 'node:timers/promises';
import { selectChecks } from './select-checks.ts';
import type { Section } from './define-check.ts';
import type { RunOutcome } from './outcome.ts';
import { Run, type RunPorts } from './run.ts';
import type { ConformSettings, OtpSource } from './settings.ts';
import { createTemporaryWorkspace } from './target/temporary-workspace.ts';
import { replaceTexts } from '../src/redaction/replace-texts.ts';

export interface StartedRun {
  readonly run: Run;
  /** Completes the run and returns its outcome. Call it once, after all checks. */
  finish(): Promise<RunOutcome>;
  discard(): Promise<void>;
}

/** Runs the selected checks of `sections`; tests can replace ports such as the clock. */
export async function runConformance(
  settings: ConformSettings,
  ports: Partial<RunPorts> = {},
  sections?: readonly Section[],
): Promise<RunOutcome> {
  const { run, finish, discard } = await startRun(settings, ports, sections);
  try {
    if ((await run.prepare()) === null) {
      // The last sections have the longest checks, so they start first.
      await Promise.all(run.checks.toReversed().map((check) => run.perform(check)));
    }
    return await finish();
  } finally {
    await discard();
  }
}

/**
 * Starts a run, whose checks the caller performs. A run against a sandbox uses a temporary workspace if the
 * OTP source permits it.
 */
export async function startRun(
  settings: ConformSettings,
  ports: Partial<RunPorts> = {},
  sections?: readonly Section[],
): Promise<StartedRun> {
  const workspace = permitsTemporaryWorkspace(settings.otpSource)
    ? await createTemporaryWorkspace(settings.target)
    : null;
  const target = workspace?.url ?? settings.target;
  const run = new Run(
    { ...settings, target },
    {
      onProgress: () => undefined,
      signal: new AbortController().signal,
      ask: () => Promise.reject(new Error('no terminal for the prompt')),
      environment: process.env,
      sleep: (milliseconds) => sleep(milliseconds),
      now: Date.now,
      checks: selectChecks(settings, sections),
      ...ports,
    },
  );
  return {
    run,
    async finish() {
      const outcome = await run.finish();
      if (workspace === null) return outcome;
      // The report shows requests to the target, because the workspace is deleted after the run.
      const [workspaceUrl, originalTarget] = [run.mask(target), run.mask(settings.target)];
      return replaceTexts(outcome, (text) => text.replaceAll(workspaceUrl, originalTarget));
    },
    discard: async () => workspace?.delete(),
  };
}

/**
 * Returns whether a run can use a temporary workspace: there is no OTP source, or the source also returns the
 * codes of that workspace.
 */
function permitsTemporaryWorkspace(source: OtpSource | null): boolean {
  return source === null || source.kind === 'inbox' || source.kind === 'fixed';
}
