/** Where the files of a store are, and how they are read and written. */
import type { Files } from '../../ports/files.ts';
import type { DocumentKind, DocumentPlace } from './document-place.ts';
import { hasCode } from './file-error.ts';
import { FOLDERS, isName, makeFolders, pathsOf, unfinishedPaths } from './folder-layout.ts';
import type { ManyKind } from './folder-layout.ts';
import type { FolderSeal } from './folder-seal.ts';
import { storedDocument, storedText } from './stored-document.ts';
import { writeWhole } from './whole-file.ts';

/** A file of the store: the index, or one of many of a kind. */
export type DocumentName =
  | { readonly kind: 'index' }
  | { readonly kind: Exclude<DocumentKind, 'index'>; readonly name: string };

export class StoreFolder {
  readonly path: string;
  readonly files: Files;
  /** Files that were read as an earlier version wrote them, not sealed. */
  readonly clear: DocumentName[] = [];
  readonly #seal: FolderSeal;

  constructor(path: string, files: Files, seal: FolderSeal) {
    this.path = path;
    this.files = files;
    this.#seal = seal;
  }

  /** Makes what is missing of the folders and of what the seal stands on. */
  async make(): Promise<void> {
    await makeFolders(this.path, this.files);
    await this.#seal.keep();
  }

  pathOf(document: DocumentName): string {
    if (document.kind === 'index') return `${this.path}/index`;
    const { kind, name } = document;
    // A base may hold secrets that somebody thought up: by its hash, guesses of them could be tried.
    return this.#path(
      kind,
      kind === 'base' ? this.#seal.sealing.digest(name).toString('hex') : name,
    );
  }

  /** @throws BrokenFile, and the errors of Node */
  async read(document: DocumentName): Promise<unknown> {
    const { path, text } = await this.#textOf(document);
    const { content, form } = storedDocument(placeOf(document), { path, text }, this.#seal.sealing);
    if (form === 'clear') this.clear.push(document);
    return content;
  }

  /** @param content as JSON */
  write(document: DocumentName, content: string): Promise<void> {
    const text = storedText(placeOf(document), content, this.#seal.sealing);
    return writeWhole(this.files, this.pathOf(document), text);
  }

  async remove(document: DocumentName): Promise<void> {
    await this.files.remove(this.pathOf(document));
  }

  paths(kind: ManyKind): Promise<string[]> {
    return pathsOf(this.path, kind, this.files);
  }

  /** Names of the workspaces whose files are whole. */
  async workspaces(): Promise<string[]> {
    const paths = await this.paths('changes');
    return paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
  }

  /** Removes what a crash has left unfinished. */
  async removeUnfinished(): Promise<void> {
    for (const path of await unfinishedPaths(this.path, this.files)) await this.files.remove(path);
  }

  async #textOf(document: DocumentName): Promise<{ readonly path: string; readonly text: string }> {
    const path = this.pathOf(document);
    try {
      return { path, text: await this.files.read(path) };
    } catch (error) {
      if (document.kind !== 'base' || !hasCode(error, 'ENOENT')) throw error;
      // Format version 1 named a base by its hash.
      const clear = this.#path('base', document.name);
      return { path: clear, text: await this.files.read(clear) };
    }
  }

  #path(kind: ManyKind, name: string): string {
    if (!isName(name)) throw new TypeError('this is no name of a file of the store');
    return `${this.path}/${FOLDERS[kind]}/${name}`;
  }
}

function placeOf(document: DocumentName): DocumentPlace {
  return { kind: document.kind, name: document.kind === 'index' ? '' : document.name };
}
