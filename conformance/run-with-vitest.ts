/** A run as the command makes it: the checks are files of vitest, in one thread, nothing isolated. */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { BaseSequencer as Sequencer, Reporter, TestCase, Vitest } from 'vitest/node';
import { isChosen } from './define-check.ts';
import type { ListedCheck, RunOutcome, Watch } from './outcome.ts';
import { listedCheck } from './listed-checks.ts';
import { sections } from './sections/index.ts';
import type { ConformSettings } from './settings.ts';
import { openChannel, PROVIDED } from './vitest/live.ts';

/** What a run takes from the process that it runs in. */
export interface Command {
  readonly watch: Watch;
  /** Ends the run early; what is known by then is in the outcome. */
  readonly signal: AbortSignal;
  ask(question: string): Promise<string>;
  /** The folder that holds dist, with a slash at its end. */
  readonly packageRoot: string;
}

const CHECKS = 'dist/conformance/sections/*.check.js';
/** Comes after all checks, and gives the outcome. */
const END = 'dist/conformance/vitest/end.js';

/** Runs the chosen checks against the deployment. What the deployment does is in the outcome. */
export async function runConformance(
  settings: ConformSettings,
  { watch, signal, ask, packageRoot }: Command,
): Promise<RunOutcome> {
  const channel = `flagbearer-${randomUUID()}`;
  const live = openChannel(channel, (message) => {
    if (message.kind === 'progress') watch(message.progress);
    if (message.kind === 'question') void answer(message.number, message.question);
  });
  async function answer(number: number, question: string): Promise<void> {
    live.say({ kind: 'answer', number, text: await ask(question) });
  }
  const interrupt = () => live.say({ kind: 'interrupt' });
  signal.addEventListener('abort', interrupt);
  try {
    const checks = listChecks(settings.only).length;
    return await outcomeOf(packageRoot, { settings, channel, checks, interrupted: signal.aborted });
  } finally {
    signal.removeEventListener('abort', interrupt);
    live.close();
  }
}

/** The checks that would run, without running them. */
export function listChecks(only: readonly string[] = []): readonly ListedCheck[] {
  return sections
    .flatMap(({ checks }) => checks)
    .filter((check) => isChosen(check, only))
    .map(listedCheck);
}

async function outcomeOf(
  root: string,
  provided: { settings: ConformSettings; channel: string; checks: number; interrupted: boolean },
): Promise<RunOutcome> {
  const { BaseSequencer, startVitest } = await import('vitest/node');
  let outcome: RunOutcome | undefined;
  const broken: string[] = [];
  const ownListeners = signalListeners();
  const reporter: Reporter = {
    onInit: () => keepOnly(ownListeners),
    onTestCaseResult(test: TestCase) {
      outcome = test.meta().outcome ?? outcome;
    },
    onTestRunEnd(modules, errors) {
      for (const { message } of [...errors, ...modules.flatMap((module) => module.errors())]) {
        broken.push(message);
      }
    },
  };
  /** In the order of the interface; the end at the end. */
  class InOrder extends BaseSequencer {
    override sort(files: Parameters<Sequencer['sort']>[0]) {
      const place = ({ moduleId }: { moduleId: string }) => `${moduleId.endsWith(END)} ${moduleId}`;
      return Promise.resolve(files.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)));
    }
  }
  const exitCode = process.exitCode;
  const vitest: Vitest = await startVitest(
    'test',
    [],
    {
      root,
      config: false,
      watch: false,
      include: [CHECKS, END],
      exclude: [],
      setupFiles: [join(root, 'dist/conformance/vitest/host.js')],
      pool: 'threads',
      isolate: false,
      fileParallelism: false,
      // All are begun at once; the run's own gate lets in as many as were asked for.
      maxConcurrency: Infinity,
      testTimeout: 0,
      hookTimeout: 0,
      reporters: [reporter],
      silent: true,
      api: false,
      // What the checks share is built already: node reads it as it is.
      server: { deps: { external: [/\/dist\/chunks\//] } },
      sequence: { sequencer: InOrder },
      provide: { [PROVIDED]: provided },
    },
    // Nothing is written into the folder of the package.
    { cacheDir: join(tmpdir(), 'flagbearer-vitest') },
    // What there is to say is said by the command.
    { stdout: silence(), stderr: silence() },
  );
  await vitest.close();
  process.exitCode = exitCode;
  if (outcome === undefined) {
    throw new Error(`the checks could not be run: ${broken.join('; ') || 'vitest gave no result'}`);
  }
  return outcome;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

type SignalListeners = readonly (readonly [NodeJS.Signals, readonly NodeJS.SignalsListener[]])[];

function signalListeners(): SignalListeners {
  return SIGNALS.map((signal) => [signal, process.listeners(signal)]);
}

/** Vitest ends the process at a signal; the command ends the run, and has its reports to write. */
function keepOnly(known: SignalListeners): void {
  for (const [signal, listeners] of known) {
    for (const listener of process.listeners(signal)) {
      if (!listeners.includes(listener)) process.off(signal, listener);
    }
  }
}

function silence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
