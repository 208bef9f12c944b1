/** Where replicas share the calls of their journals. What a call says is not the store's business. */

/**
 * One generation of a workspace: from its making, loading or reset to the next. No two of a store
 * have the same number, and later ones have greater numbers. Who holds one never reads or writes
 * another by mistake.
 */
export interface HeldWorkspace {
  readonly name: string;
  readonly generation: number;
}

/** A call as it is shared. */
export interface SharedCall {
  /** JSON, free of secrets. */
  readonly text: string;
  /** About the bytes that it takes. */
  readonly weight: number;
}

/** How much of the calls of a generation is kept; the oldest make room. */
export interface SharedLimits {
  readonly calls: number;
  readonly weight: number;
}

/** A part of what is shared. */
export interface SharedPage {
  /** Numbers up to this one were dropped on purpose; 0 for none. */
  readonly emptiedAt: number;
  /** The number of the last call there was. */
  readonly last: number;
  readonly calls: readonly { readonly number: number; readonly content: unknown }[];
}

/**
 * Calls by generation, numbered from 1 without gaps in the order in which they were appended, by
 * whichever replica: who has seen a number misses nothing before it. Rejects with `StoreUnavailable`.
 */
export interface SharedCalls {
  /** @returns the number of the last; undefined where the generation is over, which keeps nothing */
  append(
    workspace: HeldWorkspace,
    calls: readonly SharedCall[],
    limits: SharedLimits,
  ): Promise<number | undefined>;
  /** The calls behind a number that are still there. */
  after(workspace: HeldWorkspace, number: number): Promise<SharedPage>;
  /** Drops all calls; numbers go on. */
  empty(workspace: HeldWorkspace): Promise<void>;
  /** Tells that calls of a generation have come or gone; undefined where that may be so of any. */
  onNews(heard: (workspace: HeldWorkspace | undefined) => void): void;
}
