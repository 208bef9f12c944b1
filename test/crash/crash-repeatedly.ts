import { Ledger } from './ledger.ts';
import { findProblems } from './find-problems.ts';
import type { CrashTarget } from './crash-target.ts';
import { createWorkspace, sendRequestsUntilStopped } from './writer.ts';

export interface CrashReport {
  readonly problems: readonly string[];
  readonly responses: number;
  readonly people: number;
}

/** Concurrent writers in the default workspace, and in the workspace that each round creates. */
const WRITERS = { defaultWorkspace: 4, newWorkspace: 2 };
/** About how many people of earlier rounds are checked again after each crash. */
const SAMPLE_SIZE = 20;

/**
 * Writes to a sandbox and crashes the sandbox repeatedly. After each crash, checks all requests since the
 * previous crash and a sample of earlier requests. At the end, checks all requests. Stops after the first
 * failed check.
 */
export async function crashRepeatedly(target: CrashTarget, crashes: number): Promise<CrashReport> {
  try {
    return await runRounds(target, crashes);
  } finally {
    await target.stop();
  }
}

async function runRounds(target: CrashTarget, crashes: number): Promise<CrashReport> {
  const ledger = new Ledger();
  let problems: readonly string[] = [];
  let checkedCount = 0;
  for (let round = 0; round < crashes && problems.length === 0; round += 1) {
    const url = await target.start();
    const writing = writeRound(url, `round-${round}`, ledger);
    await target.crash(ledger, writing);
    await writing;
    const restartedUrl = await target.start();
    const { people, workspaces } = ledger;
    // Every nth earlier person, from an offset that differs between rounds.
    const interval = Math.max(1, Math.floor(checkedCount / SAMPLE_SIZE));
    const earlierPeople = people.slice(0, checkedCount);
    const sample = earlierPeople.filter((_, index) => index % interval === round % interval);
    const entries = { workspaces, people: [...sample, ...people.slice(checkedCount)] };
    problems = [...ledger.problems, ...(await findProblems(restartedUrl, entries))];
    checkedCount = people.length;
    await target.stop();
  }
  if (problems.length === 0) {
    problems = await findProblems(await target.start(), ledger);
    await target.stop();
  }
  return { problems, responses: ledger.responses, people: ledger.people.length };
}

async function writeRound(url: string, workspace: string, ledger: Ledger): Promise<void> {
  const write = (name: string) => sendRequestsUntilStopped(url, name, ledger);
  const writeInNewWorkspace = async (): Promise<void> => {
    if ((await createWorkspace(url, workspace, ledger)) === 'failed') return;
    await Promise.all(repeat(WRITERS.newWorkspace, () => write(workspace)));
  };
  await Promise.all([
    writeInNewWorkspace(),
    ...repeat(WRITERS.defaultWorkspace, () => write('default')),
  ]);
}

function repeat<Result>(count: number, create: () => Result): Result[] {
  return Array.from({ length: count }, create);
}
