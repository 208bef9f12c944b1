/** Records which requests were sent and accepted: the state that a sandbox must have after a crash. */
import type { Wallet } from 'ethers';

/** A request that is only `sent` was processed completely or not at all. */
export type Progress = 'not sent' | 'sent' | 'accepted';

/** A request that uses up a code or challenge. It is repeated after the crash: a second use must fail. */
export interface TrackedRequest {
  progress: Progress;
  readonly client: string;
  readonly path: string;
  readonly body: unknown;
}

export interface Person {
  readonly workspace: string;
  readonly wallet: Wallet;
  readonly email: string;
  signIn?: TrackedRequest;
  userId?: string;
  sessionJwt?: string;
  /** The sign-in that links the client exchange-app. */
  link?: TrackedRequest;
  emailSent?: { readonly code: string };
  emailSignIn?: TrackedRequest;
  addWallet: Progress;
  readonly secondWallet: string;
  kyc: Progress;
  transaction: Progress;
  transactionId?: string;
  settle: Progress;
}

export interface WorkspaceEntry {
  readonly name: string;
  created: Progress;
  deleted: Progress;
}

export class Ledger {
  readonly people: Person[] = [];
  readonly workspaces: WorkspaceEntry[] = [];
  /** Responses that a sandbox must not return. */
  readonly problems: string[] = [];
  #responses = 0;
  #waiting: { readonly untilResponses: number; readonly resolve: () => void } | undefined;

  get responses(): number {
    return this.#responses;
  }

  countResponse(): void {
    this.#responses += 1;
    if (this.#waiting !== undefined && this.#responses >= this.#waiting.untilResponses)
      this.#waiting.resolve();
  }

  /** Resolves after this number of further responses. */
  waitForResponses(responses: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { untilResponses: this.#responses + responses, resolve };
    });
  }
}
