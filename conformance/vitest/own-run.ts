/** The one run of this thread. It begins as soon as the thread does: the checks ask for it later. */
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { chosenChecks } from '../chosen-checks.ts';
import type { Progress, RunOutcome } from '../outcome.ts';
import { Run } from '../run.ts';
import { openLine, type Given } from './live.ts';

// The command says what the thread is given, in first-thread.ts.
const { settings, port } = workerData as Given;
const interrupt = new AbortController();
const questions = new Map<number, (text: string) => void>();

const live = openLine(port, (message) => {
  if (message.kind === 'interrupt') interrupt.abort();
  if (message.kind === 'answer') questions.get(message.number)?.(message.text);
});

export const { only } = settings;

/** A message wakes the other thread, which costs as much as a call: nobody reads faster than that. */
const BETWEEN_TELLINGS = 100;
const untold: Progress[] = [];

function tell(): void {
  if (untold.length > 0) live.say({ kind: 'progress', progress: untold.splice(0) });
}
setInterval(tell, BETWEEN_TELLINGS).unref();

export const run = new Run(settings, {
  watch: (progress) => untold.push(progress),
  signal: interrupt.signal,
  ask: (question) =>
    new Promise((answered) => {
      tell();
      questions.set(questions.size, answered);
      live.say({ kind: 'question', number: questions.size - 1, question });
    }),
  sleep: (milliseconds) => sleep(milliseconds),
  environment: process.env,
  now: Date.now,
  checks: chosenChecks(only).length,
});

// Whoever asks later is told what went wrong.
run.ready().catch(() => undefined);

/** What comes after the last check. */
export async function finish(): Promise<RunOutcome> {
  const outcome = await run.finish();
  tell();
  return outcome;
}
