import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInterruption, type StopSignal } from '../../../src/cli/stop-signal.ts';
import { useOwnSignals } from '../own-signals.ts';
import { runConform } from './run-conform.ts';
import { createOutcome, passingResult, createRunner } from './fake-runner.ts';

useOwnSignals();

const url = 'http://127.0.0.1:4020';
const stop = { kind: 'interrupted', message: 'the run was interrupted' } as const;

/** Sends a signal during a run. */
function interrupt(by: StopSignal) {
  const controller = new AbortController();
  const runner = createRunner(async ({ signal }) => {
    controller.abort();
    return createOutcome({ results: [passingResult], stop: signal.aborted ? stop : null });
  });
  return runConform([url], { runner, interruption: { signal: controller.signal, by } });
}

describe('an interrupted run', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('writes its reports after %s and exits with %i', async (by, code) => {
    const { exit, stdout, stderr, files } = await interrupt(by);
    expect(exit).toBe(code);
    expect(stderr).toBe(
      'Stopping: writing reports with the results so far. Press Ctrl-C again to exit immediately.\n',
    );
    expect(stdout).toContain('Interrupted: 1 check finished.\n1 pass in 2.3 s\n');
    expect(JSON.parse(files['conform-report/report.json']!)).toMatchObject({
      exitCode: code,
      stop,
    });
  });

  it('does not wait for a code from the terminal', async () => {
    const controller = new AbortController();
    const runner = createRunner(async ({ ask }) => {
      const codes = [ask('First code?'), ask('Second code?')];
      controller.abort();
      expect(await Promise.all(codes)).toEqual(['', '']);
      return createOutcome({ stop });
    });
    const interruption = { signal: controller.signal, by: 'SIGINT' } as const;
    expect((await runConform([url], { runner, interruption })).exit).toBe(130);
  });
});

describe('a terminal prompt', () => {
  it('prints one question at a time to stderr and reads one line', async () => {
    const stdin = new PassThrough();
    const codes: string[] = [];
    const runner = createRunner(async ({ ask }) => {
      const firstAnswer = ask('Code sent by sms: ');
      const secondAnswer = ask('Code sent by email: ');
      setImmediate(() => stdin.write(' 123456 \n'));
      codes.push(await firstAnswer);
      setImmediate(() => stdin.end('654321\n'));
      codes.push(await secondAnswer, await ask('Again? '));
      return createOutcome();
    });
    const { stdout, stderr } = await runConform([url, '--otp-source', 'prompt'], {
      runner,
      stdin,
      columns: 80,
    });
    expect(codes).toEqual(['123456', '654321', '']);
    expect(stderr).toBe('Code sent by sms: Code sent by email: Again? ');
    expect(stdout).not.toContain('123456');
  });
});

describe('a stop signal', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each(['SIGINT', 'SIGTERM'] as const)('is recorded and aborts the run: %s', async (name) => {
    const listeners = process.listenerCount(name);
    const interruption = createInterruption();
    expect(interruption.by).toBeNull();
    process.emit(name, name);
    await vi.waitFor(() => expect(interruption.signal.aborted).toBe(true));
    expect(interruption.by).toBe(name);
    // A second signal has its default effect.
    vi.runAllTimers();
    expect(process.listenerCount(name)).toBe(listeners);
  });
});
