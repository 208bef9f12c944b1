import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInterruption, type StopSignal } from '../../../src/cli/stop-signal.ts';
import { useOwnSignals } from '../own-signals.ts';
import { runConform } from './run-conform.ts';
import { createOutcome, passingResult, createRunner } from './fake-runner.ts';

useOwnSignals();

const url = 'http://127.0.0.1:4020';
const stop = { kind: 'interrupted', message: 'the run was interrupted' } as const;

/** Interrupts a run as if the process had received this signal. */
function interruptRun(receivedSignal: StopSignal) {
  const controller = new AbortController();
  const runner = createRunner(async ({ signal }) => {
    controller.abort();
    return createOutcome({ results: [passingResult], stop: signal.aborted ? stop : null });
  });
  return runConform([url], { runner, interruption: { signal: controller.signal, receivedSignal } });
}

describe('an interrupted run', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('writes its reports after %s and exits with %i', async (signalName, exitCode) => {
    const { exit, stdout, stderr, files } = await interruptRun(signalName);
    expect(exit).toBe(exitCode);
    expect(stderr).toBe(
      'Stopping: writing reports with the results so far. Press Ctrl-C again to exit immediately.\n',
    );
    expect(stdout).toContain('Interrupted: 1 check finished.\n1 pass in 2.3 s\n');
    expect(JSON.parse(files['conform-report/report.json']!)).toMatchObject({ exitCode, stop });
  });

  it('stops waiting for codes that the user has not entered', async () => {
    const controller = new AbortController();
    const runner = createRunner(async ({ ask }) => {
      const codes = [ask('First code?'), ask('Second code?')];
      controller.abort();
      expect(await Promise.all(codes)).toEqual(['', '']);
      return createOutcome({ stop });
    });
    const interruption = { signal: controller.signal, receivedSignal: 'SIGINT' } as const;
    expect((await runConform([url], { runner, interruption })).exit).toBe(130);
  });
});

describe('a terminal prompt', () => {
  it('prints one question at a time to stderr and reads one line', async () => {
    const stdin = new PassThrough();
    const answers: string[] = [];
    const runner = createRunner(async ({ ask }) => {
      const firstAnswer = ask('Code sent by sms: ');
      const secondAnswer = ask('Code sent by email: ');
      setImmediate(() => stdin.write(' 123456 \n'));
      answers.push(await firstAnswer);
      setImmediate(() => stdin.end('654321\n'));
      // The input has ended: the last answer is empty.
      answers.push(await secondAnswer, await ask('Again? '));
      return createOutcome();
    });
    const { stdout, stderr } = await runConform([url, '--otp-source', 'prompt'], {
      runner,
      stdin,
      columns: 80,
    });
    expect(answers).toEqual(['123456', '654321', '']);
    expect(stderr).toBe('Code sent by sms: Code sent by email: Again? ');
    expect(stdout).not.toContain('123456');
  });
});

describe('a stop signal', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each(['SIGINT', 'SIGTERM'] as const)('%s is recorded and aborts the run', async (name) => {
    const listeners = process.listenerCount(name);
    const interruption = createInterruption();
    expect(interruption.receivedSignal).toBeNull();
    process.emit(name, name);
    await vi.waitFor(() => expect(interruption.signal.aborted).toBe(true));
    expect(interruption.receivedSignal).toBe(name);
    // A timer removes the listener: a later signal ends the process at once.
    vi.runAllTimers();
    expect(process.listenerCount(name)).toBe(listeners);
  });
});
