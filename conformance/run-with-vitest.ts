/** A run as the command makes it: the checks are tests of vitest, in one thread that begins first. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Reporter, TestCase } from 'vitest/node';
import type { RunOutcome, Watch } from './outcome.ts';
import type { ConformSettings } from './settings.ts';
import { FirstThread } from './vitest/first-thread.ts';
import { openLine } from './vitest/live.ts';

/** What a run takes from the process that it runs in. */
export interface Command {
  readonly watch: Watch;
  /** Ends the run early; what is known by then is in the outcome. */
  readonly signal: AbortSignal;
  ask(question: string): Promise<string>;
  /** The folder that holds dist, with a slash at its end. */
  readonly packageRoot: string;
}

const THREAD = 'dist/conformance/vitest/thread.js';
const CHECKS = 'dist/conformance/vitest/checks.js';

/** Runs the chosen checks against the deployment. What the deployment does is in the outcome. */
export async function runConformance(
  settings: ConformSettings,
  { watch, signal, ask, packageRoot }: Command,
): Promise<RunOutcome> {
  const thread = new FirstThread(join(packageRoot, THREAD), settings);
  const live = openLine(thread.port, (message) => {
    if (message.kind === 'progress') message.progress.forEach(watch);
    if (message.kind === 'question') void answer(message.number, message.question);
  });
  async function answer(number: number, question: string): Promise<void> {
    live.say({ kind: 'answer', number, text: await ask(question) });
  }
  const interrupt = () => live.say({ kind: 'interrupt' });
  if (signal.aborted) interrupt();
  signal.addEventListener('abort', interrupt);
  try {
    return await outcomeOf(packageRoot, thread);
  } finally {
    signal.removeEventListener('abort', interrupt);
    live.close();
    await thread.stop();
  }
}

async function outcomeOf(root: string, thread: FirstThread): Promise<RunOutcome> {
  const { startVitest } = await import('vitest/node');
  let outcome: RunOutcome | undefined;
  const broken: string[] = [];
  const reporter: Reporter = {
    onTestCaseResult(test: TestCase) {
      outcome = test.meta().outcome ?? outcome;
    },
    onTestRunEnd(modules, errors) {
      for (const { message } of [...errors, ...modules.flatMap((module) => module.errors())]) {
        broken.push(message);
      }
    },
  };
  const exitCode = process.exitCode;
  process.on('newListener', leaveSignalsAlone);
  const vitest = await startVitest(
    'test',
    [],
    {
      root,
      config: false,
      watch: false,
      include: [CHECKS],
      exclude: [],
      pool: { name: thread.name, createPoolWorker: () => thread },
      isolate: false,
      fileParallelism: false,
      maxConcurrency: Infinity,
      testTimeout: 0,
      hookTimeout: 0,
      reporters: [reporter],
      silent: true,
      disableConsoleIntercept: true,
      api: false,
      // What the checks share with the thread is built already, and read by node as it is.
      server: { deps: { external: [/\/dist\/chunks\//] } },
    },
    // Nothing is written into the folder of the package.
    { cacheDir: join(tmpdir(), 'flagbearer-vitest') },
    // What there is to say is said by the command.
    { stdout: silence(), stderr: silence() },
  );
  await vitest.close();
  process.off('newListener', leaveSignalsAlone);
  process.exitCode = exitCode;
  if (outcome === undefined) {
    throw new Error(`the checks could not be run: ${broken.join('; ') || 'vitest gave no result'}`);
  }
  return outcome;
}

const SIGNALS: ReadonlySet<string | symbol> = new Set(['SIGINT', 'SIGTERM']);

/**
 * Vite and vitest end the process at a signal; the command ends the run, and has its reports to write.
 * So what they listen with is taken off before any signal can come.
 */
function leaveSignalsAlone(event: string | symbol, listener: NodeJS.SignalsListener): void {
  if (SIGNALS.has(event)) queueMicrotask(() => process.off(event, listener));
}

function silence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
