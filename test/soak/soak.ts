/**
 * Runs users in workspaces that are created and deleted, and observes memory and journal.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { Ledger } from '../crash/ledger.ts';
import { createSandboxClient, changePerson, createPerson } from '../crash/writer.ts';

/** The `--journal-limit` of the sandbox. */
export const JOURNAL_LIMIT = 500;

/**
 * Number of workspaces at a time, each with a user, and number of users in a workspace before it is
 * deleted.
 */
const WORKSPACES = 6;
const PEOPLE = 40;
/** The number of memory samples, and the allowed growth from the second third to the last. */
const SAMPLES = 30;
const GROWTH = 1.15;

export interface SoakOptions {
  readonly minutes: number;
  log(line: string): void;
}

/** @returns the problems */
export async function runSoak(url: string, { minutes, log: say }: SoakOptions): Promise<string[]> {
  const stop = new AbortController();
  const ledger = new Ledger();
  const problems: string[] = [];
  const users = Promise.all(
    Array.from({ length: WORKSPACES }, (_, index) =>
      runUsers(url, `soak-${index}`, { ledger, problems, signal: stop.signal }),
    ),
  ).catch((error: unknown) => {
    problems.push(String(error));
    stop.abort();
  });
  const memory: number[] = [];
  for (let sample = 1; sample <= SAMPLES && !stop.signal.aborted; sample += 1) {
    await sleep((minutes * 60_000) / SAMPLES, undefined, { signal: stop.signal }).catch(() => {});
    const megabytes = await readResidentMegabytes(url);
    memory.push(megabytes);
    if (sample % 3 === 0) {
      say(
        `${ledger.people.length} people, ${ledger.responses} responses, ${megabytes.toFixed(0)} MB`,
      );
    }
  }
  stop.abort();
  await users;
  const [, second = 0, last = 0] = [0, 1, 2].map((third) =>
    computeMedian(memory.slice((third * SAMPLES) / 3, ((third + 1) * SAMPLES) / 3)),
  );
  say(`memory: ${second.toFixed(0)} MB in the second third, ${last.toFixed(0)} MB in the last`);
  if (last > second * GROWTH) problems.push('the memory grows');
  return [...problems, ...ledger.problems];
}

interface SoakContext {
  readonly ledger: Ledger;
  readonly problems: string[];
  readonly signal: AbortSignal;
}

/** Runs users in one workspace after another. */
async function runUsers(url: string, prefix: string, context: SoakContext): Promise<void> {
  const { ledger, problems, signal } = context;
  const root = createSandboxClient(url, 'default');
  for (let round = 0; !signal.aborted; round += 1) {
    const name = `${prefix}-${round}`;
    await root.control('/workspaces', { name });
    const caller = createSandboxClient(url, name);
    for (let count = 0; count < PEOPLE && !signal.aborted; count += 1) {
      await changePerson(caller, createPerson(name, ledger), ledger);
      // Some users also advance the clock or reset the workspace, as a tester does.
      if (count % 10 === 9) await caller.control('/clock', { advance: 'PT1M' }, 'PATCH');
      if (count === PEOPLE / 2) await caller.control('/reset', undefined, 'POST');
    }
    const { length } = (await caller.control('/journal?limit=1000')).body.items;
    if (length > JOURNAL_LIMIT) problems.push(`the journal of ${name} has ${length} entries`);
    const gone = await root.control(`/workspaces/${name}`, undefined, 'DELETE');
    if (gone.status !== 204) problems.push(`${name} is not deleted: ${gone.status}`);
  }
}

async function readResidentMegabytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/sandbox/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1e6;
}

function computeMedian(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
