/** What rows say, sealed: without the key, tables tell names, numbers and dialects. */
import type { Sealing } from '../../ports/sealing.ts';
import type { Base, Chaos, ClockSetting } from '../state.ts';
import type { StoreStart } from '../store.ts';

/** What the row of the start says beside base and dialect. */
export interface StartContent extends Pick<StoreStart, 'scenario' | 'seed' | 'chaos'> {
  readonly clockStart: number | null;
}

/** What the row of a workspace says beside its numbers, base and dialect. */
export interface WorkspaceContent {
  readonly seed: number;
  readonly clockStart: number | null;
  readonly startClock: ClockSetting;
  readonly startChaos: Chaos;
  readonly loadedAt: string;
}

/** An entry: its key and, unless it is gone, its value. */
export type ChangeContent =
  readonly [key: string] | readonly [key: string, value: readonly unknown[]];

/** Where an entry stands. */
export interface ChangePlace {
  /** The incarnation that the workspace, or the one that it was forked from, began with. */
  readonly origin: number;
  readonly part: string;
  readonly digest: Buffer;
}

export class SealedRows {
  readonly #sealing: Sealing;

  constructor(sealing: Sealing) {
    this.#sealing = sealing;
  }

  /** A base may hold secrets that somebody thought up: by its hash, guesses of them could be tried. */
  nameOf({ hash }: Pick<Base, 'hash'>): string {
    return this.#sealing.digest(hash).toString('hex');
  }

  /** Names a key of any length in as many bytes as an index takes; no two texts are the same. */
  digestOf(key: string): Buffer {
    // UTF-8 would write all lone surrogates alike.
    return this.#sealing.digest(Buffer.from(key, 'utf16le'));
  }

  readonly start = this.#of<StartContent, []>(() => 'start');
  readonly workspace = this.#of<WorkspaceContent, [name: string, incarnation: number]>(
    (name, incarnation) => `workspaces/${name}/${incarnation}`,
  );
  readonly basePart = this.#of<unknown, [name: string, part: number]>(
    (name, part) => `bases/${name}/${part}`,
  );
  readonly change = this.#of<ChangeContent, [ChangePlace]>(
    ({ origin, part, digest }) => `changes/${origin}/${part}/${digest.toString('hex')}`,
  );

  /** Calls of the journal are text already when they come, and content when they go. */
  readonly call = {
    seal: (text: string, incarnation: number): Buffer =>
      this.#sealing.seal(`calls/${incarnation}`, text),
    unseal: (sealed: Buffer, incarnation: number): unknown =>
      JSON.parse(this.#sealing.unseal(`calls/${incarnation}`, sealed)),
  };

  /** The rows are ours: what was sealed for a place is what comes back. */
  #of<Content, Place extends readonly unknown[]>(nameOf: (...place: Place) => string) {
    return {
      seal: (content: Content, ...place: Place): Buffer =>
        this.#sealing.seal(nameOf(...place), JSON.stringify(content)),
      unseal: (sealed: Buffer, ...place: Place): Content =>
        JSON.parse(this.#sealing.unseal(nameOf(...place), sealed)) as Content,
    };
  }
}
