/** Reads all that a folder holds. What can't be read is named, and either refused or set aside. */
import { loadDialect } from '../../dialect/load.ts';
import { defaultDialect } from '../../dialect/keys.ts';
import { dialectHash } from '../../contract/validators/dialect-hash.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { findingLine } from '../../documents/finding.ts';
import type { Base } from '../state.ts';
import type { StoreStart } from '../store.ts';
import type { WorkspaceState } from '../workspace-state.ts';
import { baseFromStored } from '../base-document.ts';
import type { StoredBase } from '../base-document.ts';
import { BrokenFile } from './broken-file.ts';
import { partsNamedIn, workspaceFromContent } from './changes-document.ts';
import type { SharedParts } from './changes-document.ts';
import { hasCode } from './file-error.ts';
import { emptyIndex, storedIndex } from './index-document.ts';
import type { Index, StoredIndex } from './index-document.ts';
import type { DocumentName, StoreFolder } from './store-folder.ts';

export interface FolderContent {
  readonly index: Index;
  readonly states: readonly WorkspaceState[];
  /** Bases and dialects that are there and are named by the others. */
  readonly shared: readonly DocumentName[];
  /** What can't be read, a line each, which begins with the path; and the files that it is about. */
  readonly broken: readonly BrokenPart[];
}

export interface BrokenPart {
  readonly line: string;
  /** The file that nothing can be made of; undefined where it is not there at all. */
  readonly path: string | undefined;
}

export async function readFolder(folder: StoreFolder): Promise<FolderContent> {
  const reading = new Reading(folder);
  const stored = await reading.index();
  const states: WorkspaceState[] = [];
  for (const name of stored.workspaces) {
    const state = await reading.workspace(name);
    if (state !== undefined) states.push(state);
  }
  const start = stored.start === null ? undefined : await reading.start(stored.start);
  const workspaces = states.map(({ settings }) => settings.name);
  const { incarnations } = stored;
  const { broken, shared } = reading;
  return { index: { start, workspaces, incarnations }, states, shared, broken };
}

class Reading {
  readonly broken: BrokenPart[] = [];
  readonly shared: DocumentName[] = [];
  readonly #folder: StoreFolder;
  /** Each is read once: many workspaces share one. */
  readonly #bases = new Map<string, Promise<Base | undefined>>();
  readonly #dialects = new Map<string, Promise<Dialect | undefined>>();

  constructor(folder: StoreFolder) {
    this.#folder = folder;
  }

  async index(): Promise<StoredIndex> {
    const names = await this.#folder.workspaces();
    const document = { kind: 'index' } as const;
    const content = await this.#content(document, names.length === 0 ? 'mayBeMissing' : 'expected');
    if (content !== undefined) return storedIndex(content);
    // Without an index that can be read, what lies there is all that tells.
    const workspaces = names.toSorted();
    return { start: null, workspaces, incarnations: emptyIndex.incarnations };
  }

  async workspace(name: string): Promise<WorkspaceState | undefined> {
    const document = { kind: 'changes', name } as const;
    const content = await this.#content(document);
    if (content === undefined) return undefined;
    const parts = await this.#parts(partsNamedIn(content));
    if (parts !== undefined) return workspaceFromContent(content, parts);
    const path = this.#folder.pathOf(document);
    this.broken.push({ line: `${path}: it rests on a file that can't be read`, path });
    return undefined;
  }

  async start(stored: NonNullable<StoredIndex['start']>): Promise<StoreStart | undefined> {
    const parts = await this.#parts(stored);
    return parts && { ...stored, ...parts, clockStart: stored.clockStart ?? undefined };
  }

  async #parts(named: {
    readonly base: string;
    readonly dialect: string;
  }): Promise<SharedParts | undefined> {
    const base = await once(this.#bases, named.base, (name) => this.#base(name));
    const dialect = await once(this.#dialects, named.dialect, (name) => this.#dialect(name));
    return base && dialect && { base, dialect };
  }

  async #base(name: string): Promise<Base | undefined> {
    const document = { kind: 'base', name } as const;
    const content = await this.#content(document);
    if (content === undefined) return undefined;
    this.shared.push(document);
    return baseFromStored(content as StoredBase);
  }

  async #dialect(name: string): Promise<Dialect | undefined> {
    const document = { kind: 'dialect', name } as const;
    const values = await this.#content(document);
    if (values === undefined) return undefined;
    this.shared.push(document);
    if (name === dialectHash(defaultDialect)) return defaultDialect;
    // A key that has come since has its default.
    const path = this.#folder.pathOf(document);
    const loaded = await loadDialect({ version: 1, values }, path);
    if ('dialect' in loaded) return loaded.dialect;
    this.broken.push(...loaded.findings.map((each) => ({ line: findingLine(each), path })));
    return undefined;
  }

  async #content(
    document: DocumentName,
    presence: 'expected' | 'mayBeMissing' = 'expected',
  ): Promise<unknown> {
    try {
      return await this.#folder.read(document);
    } catch (error) {
      if (error instanceof BrokenFile) {
        this.broken.push({ line: error.message, path: error.path });
      } else if (!hasCode(error, 'ENOENT')) {
        throw error;
      } else if (presence === 'expected') {
        const line = `${this.#folder.pathOf(document)}: the file is missing`;
        this.broken.push({ line, path: undefined });
      }
      return undefined;
    }
  }
}

function once<Value>(
  known: Map<string, Promise<Value>>,
  name: string,
  make: (name: string) => Promise<Value>,
): Promise<Value> {
  const made = known.get(name) ?? make(name);
  known.set(name, made);
  return made;
}
