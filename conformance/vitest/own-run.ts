/** The one run of this thread. It begins as soon as the thread does: the checks ask for it later. */
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { chosenChecks } from '../chosen-checks.ts';
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
  checks: chosenChecks(only).length,
});

// Whoever asks later is told what went wrong.
run.ready().catch(() => undefined);
