/** Defines the state that all attempts of a run share. */
import type { OperationId } from '../src/contract/types.ts';
import type { Coverage } from './coverage.ts';
import type { Knowledge } from './discovery/knowledge.ts';
import type { Identities } from './actors/identities.ts';
import type { App } from './actors/app.ts';
import type { UnknownIds } from './actors/unknown-ids.ts';
import type { OtpLedger } from './actors/otp-ledger.ts';
import type { ConformSettings } from './settings.ts';
import type { HttpRequest, HttpResponse } from './target/http-request.ts';
import type { Network } from './target/retrying-transport.ts';
import type { Secrets } from './target/secrets.ts';
import type { RequestBudget } from './target/budget.ts';

export interface RunContext {
  readonly settings: ConformSettings;
  readonly network: Network;
  readonly budget: RequestBudget;
  readonly secrets: Secrets;
  readonly knowledge: Knowledge;
  readonly identities: Identities;
  readonly unknownIds: UnknownIds;
  readonly ledger: OtpLedger;
  readonly app: App;
  readonly coverage: Coverage;
  readonly secondApp: App | null;
  /** All responses of the run so far, for the checks that run last. */
  readonly responses: HttpResponse[];
  /** Requests whose effect is unknown, because a response to them was lost. */
  readonly inconclusiveRequests: HttpRequest[];
  /** Returns the time in milliseconds since 1970. */
  now(): number;
  /** Returns whether a valid request of the operation, or of another operation, succeeds now. */
  isAlive(operation: OperationId | null): Promise<boolean>;
  /** Returns whether a valid request of this operation succeeds now. */
  succeeds(operation: OperationId): Promise<boolean>;
  /** Returns whether a valid request of this operation succeeds within a few seconds. */
  recovers(operation: OperationId): Promise<boolean>;
  /** Returns the accepted response to a valid request, sent once per run; throws NotTested if none succeeds. */
  requireWorking(operation: OperationId): Promise<HttpResponse>;
}
