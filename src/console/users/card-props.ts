import type { Changes, SandboxUser } from '../api/schemas.ts';

/** What a panel of the card of a user is given. */
export interface CardProps {
  readonly user: SandboxUser;
  /** What can happen to the user now. */
  readonly changes: Changes;
  /** Applies a change, confirms it, and offers undo. */
  readonly change: (done: string, request: () => Promise<unknown>) => Promise<void>;
}
