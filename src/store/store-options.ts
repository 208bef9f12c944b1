import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';
import type { Pauses } from '../ports/pauses.ts';
import type { Processes } from '../ports/processes.ts';
import type { Sealings } from '../ports/sealing.ts';
import type { GivenKey } from './seal/given-key.ts';
import type { Tenancy } from './store.ts';

/** What an engine is opened with. */
export interface StoreOptions {
  readonly clock: Clock;
  readonly tenancy: Tenancy;
  readonly log: Log;
  readonly pauses: Pauses;
  readonly files: Files;
  readonly processes: Processes;
  readonly sealings: Sealings;
  /** What seals all that is kept. */
  readonly key: GivenKey;
  /** What becomes of what can't be read: the start is refused, or goes on without it. */
  readonly broken: 'refused' | 'setAside';
}
