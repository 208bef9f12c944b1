/** Where the files of a store are, and how they are read and written. */
import type { Files } from '../../ports/files.ts';
import { storedContent, storedText } from './stored-document.ts';
import type { DocumentKind } from './stored-document.ts';
import { UNFINISHED, writeWhole } from './whole-file.ts';

/** A file of the store: the index, or one of many of a kind. */
export type DocumentName =
  | { readonly kind: 'index' }
  | { readonly kind: Exclude<DocumentKind, 'index'>; readonly name: string };

const FOLDERS = { base: 'bases', dialect: 'dialects', changes: 'changes' } as const;

export type ManyKind = keyof typeof FOLDERS;

/** Names of workspaces and hashes. Nothing else becomes a path. */
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

export class StoreFolder {
  readonly path: string;
  readonly files: Files;

  constructor(path: string, files: Files) {
    this.path = path;
    this.files = files;
  }

  async make(): Promise<void> {
    for (const folder of Object.values(FOLDERS)) {
      await this.files.makeFolder(`${this.path}/${folder}`);
    }
    await this.files.syncFolder(this.path);
  }

  pathOf(document: DocumentName): string {
    if (document.kind === 'index') return `${this.path}/index`;
    if (!NAME.test(document.name)) throw new TypeError('this is no name of a file of the store');
    return `${this.path}/${FOLDERS[document.kind]}/${document.name}`;
  }

  /** @throws BrokenFile, and the errors of Node */
  async read(document: DocumentName): Promise<unknown> {
    const path = this.pathOf(document);
    return storedContent(document.kind, path, await this.files.read(path));
  }

  /** @param content as JSON */
  write(document: DocumentName, content: string): Promise<void> {
    return writeWhole(this.files, this.pathOf(document), storedText(document.kind, content));
  }

  remove(document: DocumentName): Promise<void> {
    return this.files.remove(this.pathOf(document));
  }

  /** Names of the files of a kind that are whole. */
  async names(kind: ManyKind): Promise<string[]> {
    const all = await this.files.list(`${this.path}/${FOLDERS[kind]}`);
    return all.filter((name) => NAME.test(name));
  }

  /** Removes what a crash has left unfinished. */
  async removeUnfinished(): Promise<void> {
    for (const folder of ['', ...Object.values(FOLDERS).map((name) => `${name}/`)]) {
      for (const name of await this.files.list(`${this.path}/${folder}`)) {
        if (name.endsWith(UNFINISHED)) await this.files.remove(`${this.path}/${folder}${name}`);
      }
    }
  }
}
