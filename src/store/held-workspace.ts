/**
 * One generation of a workspace: from its making, loading or reset to the next. No two of a store
 * have the same number, and later ones have greater numbers. Who holds one never reads or writes
 * another by mistake.
 */
export interface HeldWorkspace {
  readonly name: string;
  readonly generation: number;
}
