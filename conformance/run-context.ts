/** What every attempt of a run shares. */
import type { OperationId } from '../src/contract/words.ts';
import type { Coverage } from './coverage.ts';
import type { Knowledge } from './discovery/knowledge.ts';
import type { Identities } from './actors/accounts.ts';
import type { App } from './actors/app.ts';
import type { UnknownIds } from './actors/unknown-ids.ts';
import type { OtpLedger } from './actors/otp-ledger.ts';
import type { ConformSettings } from './settings.ts';
import type { Reply } from './target/http-request.ts';
import type { Lines } from './target/line.ts';
import type { Secrets } from './target/secrets.ts';
import type { RequestBudget } from './target/budget.ts';

export interface RunContext {
  readonly settings: ConformSettings;
  readonly lines: Lines;
  readonly budget: RequestBudget;
  readonly secrets: Secrets;
  readonly knowledge: Knowledge;
  readonly identities: Identities;
  readonly unknownIds: UnknownIds;
  readonly ledger: OtpLedger;
  readonly app: App;
  readonly coverage: Coverage;
  /** Null without a second client. */
  readonly secondApp: App | null;
  /** Every response of the run so far, for the checks that come last. */
  readonly replies: Reply[];
  /** Milliseconds since 1970. */
  now(): number;
  /** Whether a valid request of the operation, or else another one, succeeds just now. */
  isAlive(operation: OperationId | null): Promise<boolean>;
  /** Whether a valid request of this very operation succeeds just now. */
  succeeds(operation: OperationId): Promise<boolean>;
  /**
   * Returns the response to a valid request of the operation, which is sent once per run.
   *
   * @throws NotTested with the response if it was refused
   */
  control(operation: OperationId): Promise<Reply>;
}
