export type DocumentKind = 'index' | 'base' | 'dialect' | 'changes';

/** What a file is to be, and where it belongs. */
export interface DocumentPlace {
  readonly kind: DocumentKind;
  /** Tells it from the others of its kind; empty for the index. */
  readonly name: string;
}
