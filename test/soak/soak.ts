import { setTimeout as sleep } from 'node:timers/promises';

import { Ledger } from '../crash/ledger.ts';
import { createSandboxClient, changePerson, createPerson } from '../crash/writer.ts';

/** The `--journal-limit` of the sandbox. */
export const JOURNAL_LIMIT = 500;

/** The number of concurrent workspaces. */
const WORKSPACES = 6;
/** The number of people in a workspace before the workspace is deleted. */
const PEOPLE = 40;
const MEMORY_SAMPLES = 30;
/** The allowed growth of memory from the second third of the run to the last. */
const MAX_GROWTH = 1.15;

export interface SoakOptions {
  readonly minutes: number;
  log(line: string): void;
}

/** Puts a sandbox under load. Returns problems such as growing memory or journals. */
export async function runSoak(url: string, { minutes, log }: SoakOptions): Promise<string[]> {
  const stop = new AbortController();
  const ledger = new Ledger();
  const problems: string[] = [];
  const load = Promise.all(
    Array.from({ length: WORKSPACES }, (_, index) =>
      createWorkspaces(url, `soak-${index}`, { ledger, problems, signal: stop.signal }),
    ),
  ).catch((error: unknown) => {
    problems.push(String(error));
    stop.abort();
  });
  const memory: number[] = [];
  const interval = (minutes * 60_000) / MEMORY_SAMPLES;
  while (memory.length < MEMORY_SAMPLES && !stop.signal.aborted) {
    await sleep(interval, undefined, { signal: stop.signal }).catch(() => {});
    const megabytes = await readResidentMegabytes(url);
    memory.push(megabytes);
    if (memory.length % 3 === 0) {
      const { people, responses } = ledger;
      log(`${people.length} people, ${responses} responses, ${megabytes.toFixed(0)} MB`);
    }
  }
  stop.abort();
  await load;
  const third = MEMORY_SAMPLES / 3;
  const second = computeMedian(memory.slice(third, 2 * third));
  const last = computeMedian(memory.slice(2 * third));
  log(`memory: ${second.toFixed(0)} MB in the second third, ${last.toFixed(0)} MB in the last`);
  if (last > second * MAX_GROWTH) problems.push('the memory grows');
  return [...problems, ...ledger.problems];
}

interface SoakContext {
  readonly ledger: Ledger;
  readonly problems: string[];
  readonly signal: AbortSignal;
}

/** Until the signal is aborted, creates a workspace, adds people, and deletes the workspace. */
async function createWorkspaces(url: string, prefix: string, context: SoakContext): Promise<void> {
  const { ledger, problems, signal } = context;
  const root = createSandboxClient(url, 'default');
  for (let round = 0; !signal.aborted; round += 1) {
    const name = `${prefix}-${round}`;
    await root.control('/workspaces', { name });
    const client = createSandboxClient(url, name);
    for (let count = 0; count < PEOPLE && !signal.aborted; count += 1) {
      await changePerson(client, createPerson(name, ledger), ledger);
      if (count % 10 === 9) await client.control('/clock', { advance: 'PT1M' }, 'PATCH');
      if (count === PEOPLE / 2) await client.control('/reset', undefined, 'POST');
    }
    const { length } = (await client.control('/journal?limit=1000')).body.items;
    if (length > JOURNAL_LIMIT) problems.push(`the journal of ${name} has ${length} entries`);
    const { status } = await root.control(`/workspaces/${name}`, undefined, 'DELETE');
    if (status !== 204) problems.push(`${name} is not deleted: ${status}`);
  }
}

async function readResidentMegabytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/sandbox/metrics`)).text();
  const bytes = /^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1];
  if (bytes === undefined) throw new Error('the metrics have no process_resident_memory_bytes');
  return Number(bytes) / 1e6;
}

function computeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
