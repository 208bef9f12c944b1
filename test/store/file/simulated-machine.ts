import type { Processes } from '../../../src/ports/processes.ts';

/** The only process that lives, of those that were started on a machine. */
export function processesOf(start: number): Processes {
  const self = { host: 'here', boot: String(start), pid: 1, started: '1' };
  let tokens = 0;
  return {
    self,
    newToken: () => `${start}-${(tokens += 1)}`,
    stateOf: (other) => (other.boot === self.boot ? 'alive' : 'dead'),
  };
}
