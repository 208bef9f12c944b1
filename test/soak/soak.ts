/**
 * Users who sign in, change and leave, in workspaces that are created and deleted, while memory and journal
 * are observed.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { Ledger } from '../crash/ledger.ts';
import { createCaller, live, newPerson } from '../crash/writer.ts';

/** As the sandbox is started: entries of each journal. */
export const JOURNAL_LIMIT = 500;

/**
 * Number of workspaces at a time, each with a user, and number of users in a workspace before it is
 * deleted.
 */
const WORKSPACES = 6;
const PEOPLE = 40;
/** Of memory: how many looks, and by how much the last third may be above the second. */
const LOOKS = 30;
const GROWTH = 1.15;

export interface Soak {
  readonly minutes: number;
  say(line: string): void;
}

/** @returns the problems */
export async function soak(url: string, { minutes, say }: Soak): Promise<string[]> {
  const over = new AbortController();
  const ledger = new Ledger();
  const problems: string[] = [];
  const living = Promise.all(
    Array.from({ length: WORKSPACES }, (_, index) =>
      liveOn(url, `soak-${index}`, { ledger, problems, signal: over.signal }),
    ),
  ).catch((error: unknown) => {
    problems.push(String(error));
    over.abort();
  });
  const memory: number[] = [];
  for (let look = 1; look <= LOOKS && !over.signal.aborted; look += 1) {
    await sleep((minutes * 60_000) / LOOKS, undefined, { signal: over.signal }).catch(() => {});
    const megabytes = await residentMegabytes(url);
    memory.push(megabytes);
    if (look % 3 === 0) {
      say(`${ledger.people.length} people, ${ledger.answers} answers, ${megabytes.toFixed(0)} MB`);
    }
  }
  over.abort();
  await living;
  const [, second = 0, last = 0] = [0, 1, 2].map((third) =>
    median(memory.slice((third * LOOKS) / 3, ((third + 1) * LOOKS) / 3)),
  );
  say(`memory: ${second.toFixed(0)} MB in the second third, ${last.toFixed(0)} MB in the last`);
  if (last > second * GROWTH) problems.push('the memory grows');
  return [...problems, ...ledger.problems];
}

interface Living {
  readonly ledger: Ledger;
  readonly problems: string[];
  readonly signal: AbortSignal;
}

/** In one workspace after another. */
async function liveOn(url: string, prefix: string, living: Living): Promise<void> {
  const { ledger, problems, signal } = living;
  const root = createCaller(url, 'default');
  for (let round = 0; !signal.aborted; round += 1) {
    const name = `${prefix}-${round}`;
    await root.control('/workspaces', { name });
    const caller = createCaller(url, name);
    for (let count = 0; count < PEOPLE && !signal.aborted; count += 1) {
      await live(caller, newPerson(name, ledger), ledger);
      // Now and then as a tester does.
      if (count % 10 === 9) await caller.control('/clock', { advance: 'PT1M' }, 'PATCH');
      if (count === PEOPLE / 2) await caller.control('/reset', undefined, 'POST');
    }
    const { length } = (await caller.control('/journal?limit=1000')).body.items;
    if (length > JOURNAL_LIMIT) problems.push(`the journal of ${name} has ${length} entries`);
    const gone = await root.control(`/workspaces/${name}`, undefined, 'DELETE');
    if (gone.status !== 204) problems.push(`${name} is not deleted: ${gone.status}`);
  }
}

async function residentMegabytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/sandbox/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1e6;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
