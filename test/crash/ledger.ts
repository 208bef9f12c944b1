/** The requests and responses of a writer: the expected state after a crash. */
import type { Wallet } from 'ethers';

/** `asked`: no response came, so that it may have happened or not; but not by half. */
export type Progress = 'not asked' | 'asked' | 'answered';

/** A one-time use of something: whoever has its request can try it again. */
export interface Use {
  progress: Progress;
  readonly client: string;
  readonly path: string;
  readonly body: unknown;
}

/** One person, and all that was done for them. */
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
  made: Progress;
  deleted: Progress;
}

export class Ledger {
  readonly people: Person[] = [];
  readonly workspaces: WorkspaceEntry[] = [];
  /** Answers that no sandbox should give. */
  readonly complaints: string[] = [];
  #answers = 0;
  #waiting: { readonly count: number; readonly resolve: () => void } | undefined;

  get answers(): number {
    return this.#answers;
  }

  count(): void {
    this.#answers += 1;
    if (this.#waiting !== undefined && this.#answers >= this.#waiting.count)
      this.#waiting.resolve();
  }

  /** Resolves when so many more responses have come. */
  more(answers: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { count: this.#answers + answers, resolve };
    });
  }
}
