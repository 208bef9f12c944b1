/** The index of a store: which workspaces there are, and what the store was made with. */
import { dialectHash } from '../../contract/validators/dialect-hash.ts';
import type { StoreStart } from '../store.ts';

export interface Index {
  readonly start: StoreStart | undefined;
  /** Names, in the order in which they were made. */
  readonly workspaces: readonly string[];
  /** The greatest number that an incarnation of a workspace had which is no more. */
  readonly incarnations: number;
}

/** The start with hashes, which name files, in place of base and dialect. */
export interface StoredStart extends Omit<StoreStart, 'base' | 'dialect' | 'clockStart'> {
  readonly base: string;
  readonly dialect: string;
  readonly clockStart: number | null;
}

export interface StoredIndex extends Omit<Index, 'start'> {
  readonly start: StoredStart | null;
}

export const emptyIndex: Index = { start: undefined, workspaces: [], incarnations: 0 };

export function indexText({ start, workspaces, incarnations }: Index): string {
  const stored: StoredIndex = {
    start: start === undefined ? null : storedStart(start),
    workspaces,
    incarnations,
  };
  return JSON.stringify(stored);
}

/** @param content as `indexText` wrote it */
export function storedIndex(content: unknown): StoredIndex {
  return content as StoredIndex;
}

function storedStart({
  scenario,
  base,
  dialect,
  seed,
  clockStart,
  chaos,
}: StoreStart): StoredStart {
  return {
    scenario,
    base: base.hash,
    dialect: dialectHash(dialect),
    seed,
    chaos,
    clockStart: clockStart ?? null,
  };
}
