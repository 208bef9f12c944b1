/** Which process this is, and whether another one still lives. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process as another one can recognise it. */
export interface ProcessIdentity {
  readonly host: string;
  /** Names the run of the machine; empty where the platform does not tell. */
  readonly boot: string;
  readonly pid: number;
  /** When it started, by the clock of that run; empty where the platform does not tell. */
  readonly started: string;
}

export interface Processes {
  readonly self: ProcessIdentity;
  /** A name that no other lock has. */
  newToken(): string;
  /** `unknown` for one of another machine. */
  stateOf(process: ProcessIdentity): 'alive' | 'dead' | 'unknown';
}

/** The processes of the machine. */
export function systemProcesses(): Processes {
  const self: ProcessIdentity = {
    host: hostname(),
    boot: textOf('/proc/sys/kernel/random/boot_id'),
    pid: process.pid,
    started: startOf(process.pid),
  };
  return {
    self,
    newToken: () => randomUUID(),
    stateOf({ host, boot, pid, started }) {
      if (host !== self.host) return 'unknown';
      if (boot !== self.boot || !runs(pid)) return 'dead';
      // A number is given again: after a restart of a container it is the same every time.
      return startOf(pid) === started ? 'alive' : 'dead';
    },
  };
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Field 22 of /proc/PID/stat; the name before it may hold anything, parentheses included. */
function startOf(pid: number): string {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
