/** Identifies processes, and finds out whether they are running. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

import { getErrorCode } from '../error-code.ts';

export interface ProcessIdentity {
  readonly host: string;
  /** Identifies the boot of the machine; empty if the platform does not provide it. */
  readonly boot: string;
  readonly pid: number;
  /** The start time of a process since that boot; empty if the platform does not provide it. */
  readonly started: string;
}

export interface Processes {
  readonly self: ProcessIdentity;
  /** Returns the state of a process; `unknown` for a process of another machine. */
  getState(process: ProcessIdentity): 'alive' | 'dead' | 'unknown';
}

export function createSystemProcesses(): Processes {
  const self: ProcessIdentity = {
    host: hostname(),
    boot: readText('/proc/sys/kernel/random/boot_id'),
    pid: process.pid,
    started: readStat(process.pid).started,
  };
  return {
    self,
    getState({ host, boot, pid, started }) {
      if (host !== self.host) return 'unknown';
      if (boot !== self.boot || !isRunning(pid)) return 'dead';
      const stat = readStat(pid);
      // A zombie has ended, and stays until its parent waits for it (proc_pid_stat(5), wait(2)).
      if (stat.state === 'Z') return 'dead';
      // A pid is reused: after a restart of a container it is the same every time.
      return stat.started === started ? 'alive' : 'dead';
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists and belongs to another user.
    return getErrorCode(error) === 'EPERM';
  }
}

/** Fields 3 and 22 of /proc/PID/stat; the process name before them can contain parentheses and spaces. */
function readStat(pid: number): { readonly state: string; readonly started: string } {
  const stat = readText(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', started: fields[19] ?? '' };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
