import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';
import type { Pauses } from '../ports/pauses.ts';
import type { Tenancy } from './store.ts';

/** What a store is opened with. */
export interface StoreOptions {
  readonly clock: Clock;
  readonly tenancy: Tenancy;
  readonly log: Log;
  readonly pauses: Pauses;
  readonly files: Files;
  /** Bytes by which a log may outgrow its snapshot before it is folded; 4 MiB if not given. */
  readonly foldedAt?: number;
}
