import type { Changes, SandboxUser } from '../api/schemas.ts';

/** What a panel of the card of a user is given. */
export interface CardProps {
  readonly user: SandboxUser;
  /** What can happen to the user now. */
  readonly changes: Changes;
  /** Makes a change, says what was done, and offers the way back. */
  readonly change: (done: string, call: () => Promise<unknown>) => Promise<void>;
}
