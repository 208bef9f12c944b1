/** In the thread of vitest: every section becomes a suite, every check a test. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, inject, it } from 'vitest';
import { checkId, hostSections, isChosen, type Check, type Section } from '../define-check.ts';
import type { RunOutcome } from '../outcome.ts';
import { Run } from '../run.ts';
import { openChannel, PROVIDED, type Provided } from './live.ts';

declare module 'vitest' {
  interface ProvidedContext {
    [PROVIDED]: Provided;
  }
  interface TaskMeta {
    outcome?: RunOutcome;
  }
}

const { settings, channel, checks, interrupted } = inject(PROVIDED);
const interrupt = new AbortController();
if (interrupted) interrupt.abort();
const questions = new Map<number, (text: string) => void>();

const live = openChannel(channel, (message) => {
  if (message.kind === 'interrupt') interrupt.abort();
  if (message.kind === 'answer') questions.get(message.number)?.(message.text);
});

/** The one run of this thread; vitest loads this module once, since nothing is isolated. */
export const run = new Run(settings, {
  watch: (progress) => live.say({ kind: 'progress', progress }),
  signal: interrupt.signal,
  ask: (question) =>
    new Promise((answered) => {
      questions.set(questions.size, answered);
      live.say({ kind: 'question', number: questions.size - 1, question });
    }),
  sleep: (milliseconds) => sleep(milliseconds),
  environment: process.env,
  now: Date.now,
  checks,
});

hostSections(({ clause, title, checks: all }: Section) => {
  const chosen = all.filter((check) => isChosen(check, settings.only));
  describe.concurrent(`§${clause} ${title}`, () => {
    for (const check of chosen) define(check);
    // A file of vitest has a test at least.
    if (chosen.length === 0) it.skip('nothing of it was chosen', () => undefined);
  });
});

function define(check: Check): void {
  it(`${checkId(check)}: ${check.title}`, async ({ skip }) => {
    if ((await run.ready()) !== null) return skip('the run ended before its checks');
    const result = await run.perform(check);
    if (result.verdict === 'not-tested') return skip(result.reason);
    if (result.verdict === 'fail' || result.verdict === 'error') throw new Error(result.reason);
    return undefined;
  });
}
