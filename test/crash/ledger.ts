/** The requests and responses of a writer: the expected state after a crash. */
import type { Wallet } from 'ethers';

/** `sent`: without a response, so the request may have been processed or not, but not in part. */
export type Progress = 'not sent' | 'sent' | 'accepted';

/** The single use of a code or challenge, with the request that tries to use it again. */
export interface Use {
  progress: Progress;
  readonly client: string;
  readonly path: string;
  readonly body: unknown;
}

/** One person, and all successful requests for them. */
export interface Person {
  readonly workspace: string;
  readonly wallet: Wallet;
  readonly email: string;
  signIn?: Use;
  userId?: string;
  sessionJwt?: string;
  link?: Use;
  emailSent?: { readonly recordId: string; readonly code: string };
  emailSignIn?: Use;
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
  #waiting: { readonly countResponse: number; readonly resolve: () => void } | undefined;

  get responses(): number {
    return this.#responses;
  }

  count(): void {
    this.#responses += 1;
    if (this.#waiting !== undefined && this.#responses >= this.#waiting.countResponse)
      this.#waiting.resolve();
  }

  /** Resolves after this number of further responses. */
  waitForResponses(responses: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { countResponse: this.#responses + responses, resolve };
    });
  }
}
