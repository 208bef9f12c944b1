import { Ledger } from './ledger.ts';
import { findProblems } from './oracle.ts';
import type { Victim } from './victim.ts';
import { makeWorkspace, write } from './writer.ts';

export interface CrashReport {
  readonly problems: readonly string[];
  readonly answers: number;
  readonly people: number;
}

/** Writers in the default workspace, and in a workspace created for the round. */
const WRITERS = { default: 4, own: 2 };
/** Users of earlier rounds that are checked again after each crash. */
const SAMPLE = 20;

/**
 * Writes to a sandbox and crashes it repeatedly. After each crash, it checks all requests since the
 * previous crash and a sample of earlier ones; at the end it checks all requests. It stops at the first
 * crash after which a check fails.
 */
export async function crashReport(victim: Victim, crashes: number): Promise<CrashReport> {
  try {
    return await reportOf(victim, crashes);
  } finally {
    await victim.stop();
  }
}

async function reportOf(victim: Victim, crashes: number): Promise<CrashReport> {
  const ledger = new Ledger();
  let problems: readonly string[] = [];
  let looked = 0;
  for (let round = 0; round < crashes && problems.length === 0; round += 1) {
    const url = await victim.start();
    const writing = writeRound(url, `round-${round}`, ledger);
    await victim.crash(ledger, writing);
    await writing;
    const again = await victim.start();
    const { people, workspaces } = ledger;
    const step = Math.max(1, Math.floor(looked / SAMPLE));
    const older = people.slice(0, looked).filter((_, index) => index % step === round % step);
    problems = [
      ...ledger.problems,
      ...(await findProblems(again, {
        workspaces,
        people: [...older, ...people.slice(looked)],
      })),
    ];
    looked = people.length;
    await victim.stop();
  }
  if (problems.length === 0) {
    problems = await findProblems(await victim.start(), ledger);
    await victim.stop();
  }
  return { problems, answers: ledger.answers, people: ledger.people.length };
}

async function writeRound(url: string, workspace: string, ledger: Ledger): Promise<void> {
  const own = async (): Promise<void> => {
    if ((await makeWorkspace(url, workspace, ledger)) === 'gone') return;
    await Promise.all(times(WRITERS.own, () => write(url, workspace, ledger)));
  };
  await Promise.all([own(), ...times(WRITERS.default, () => write(url, 'default', ledger))]);
}

function times<Made>(count: number, make: () => Made): Made[] {
  return Array.from({ length: count }, make);
}
