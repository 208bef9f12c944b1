/**
 * A disk in memory whose operations can fail and whose power can be cut. A power cut loses a random part of
 * the data that was not synced: file contents, and files created, renamed or removed in a folder.
 */
import type { Files, WritableFile } from '../../../src/ports/files.ts';

/** The content of a file. Several paths can share a content. */
interface Content {
  text: string;
  /** The part that was synced. */
  synced: string;
}

/** A change of a folder. If the content is undefined, the path was removed. */
interface PathChange {
  readonly path: string;
  readonly content: Content | undefined;
}

/** Faults of a disk. With `ignored`, the effect is as if the store did not sync. */
export interface Flaws {
  /** Syncing a file does nothing. */
  readonly sync?: 'ignored';
  /** Syncing a folder does nothing. */
  readonly syncFolder?: 'ignored';
  /** A rename writes into an existing target file instead of replacing it atomically. */
  readonly rename?: 'overwrites';
}

export type GetFailure = (
  operation: keyof Files | 'write' | 'sync' | 'truncate',
  path: string,
  /** The written text. Empty for other operations. */
  text: string,
) => string | undefined;

export class SimulatedDisk {
  /** Called before each operation that can fail. Returns the error code, such as `EIO`, or undefined for success. */
  getFailure: GetFailure = () => undefined;
  readonly #flaws: Flaws;
  readonly #random: () => number;
  #contents = new Map<string, Content>();
  /** The files that exist after a power cut. Only the synced text of their contents is safe. */
  #durablePaths = new Map<string, Content>();
  /** The changes of each folder that were not synced. */
  #changes = new Map<string, PathChange[]>();
  readonly #folders = new Set<string>();
  readonly #locked = new Set<string>();
  #restartCount = 0;
  #operationsLeft = Infinity;
  #onPowerCut: () => void = () => {};
  /** The number of operations so far. */
  operations = 0;

  constructor(random: () => number, flaws: Flaws = {}) {
    this.#random = random;
    this.#flaws = flaws;
  }

  /** Cuts the power after this number of operations. Resolves when the next operation is attempted. */
  cutPowerAfter(operations: number): Promise<void> {
    this.#operationsLeft = operations;
    return new Promise((resolve) => {
      this.#onPowerCut = resolve;
    });
  }

  /** Restores the power. A random part of the unsynced data is lost, and open files are invalid. */
  restart(): void {
    for (const [folder, changes] of this.#changes) {
      const survivingCount = Math.floor(this.#random() * (changes.length + 1));
      for (const change of changes.slice(0, survivingCount)) this.#makeDurable(change);
      this.#changes.set(folder, []);
    }
    const survivors = new Map<Content, Content>();
    this.#contents = new Map();
    for (const [path, content] of this.#durablePaths) {
      const text = this.#getSurvivingText(content);
      const survivor = survivors.get(content) ?? { text, synced: text };
      survivors.set(content, survivor);
      this.#contents.set(path, survivor);
    }
    this.#durablePaths = new Map(this.#contents);
    this.#locked.clear();
    this.#restartCount += 1;
    this.#operationsLeft = Infinity;
  }

  /** Removes a folder with its files. Returns a function that restores the folder. */
  removeFolder(folder: string): () => void {
    const isInside = (path: string): boolean => path === folder || path.startsWith(`${folder}/`);
    const folders = [...this.#folders].filter(isInside);
    const files = [...this.#contents].filter(([path]) => isInside(path));
    for (const path of folders) this.#folders.delete(path);
    for (const [path] of files) this.#contents.delete(path);
    return () => {
      for (const path of folders) this.#folders.add(path);
      for (const [path, content] of files) this.#contents.set(path, content);
    };
  }

  /** Writes a durable file. Ignores `getFailure`. */
  put(path: string, text: string): void {
    const content = { text, synced: text };
    this.#contents.set(path, content);
    this.#durablePaths.set(path, content);
  }

  readText(path: string): string | undefined {
    return this.#contents.get(path)?.text;
  }

  get paths(): readonly string[] {
    return [...this.#contents.keys()].toSorted();
  }

  /** Returns file operations. They fail after the power is cut, even if the disk is restarted. */
  createFiles(): Files {
    const restartCount = this.#restartCount;
    const startOperation = async (
      operation: Parameters<GetFailure>[0],
      path: string,
      text = '',
    ): Promise<void> => {
      // Operations are asynchronous, as on a disk.
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#operationsLeft <= 0) this.#onPowerCut();
      if (restartCount !== this.#restartCount || this.#operationsLeft <= 0)
        throw createError('EIO', path);
      this.#operationsLeft -= 1;
      this.operations += 1;
      const code = this.getFailure(operation, path, text);
      if (code !== undefined) throw createError(code, path);
    };
    const createWritable = (path: string, content: Content): WritableFile => ({
      size: async () => Buffer.byteLength(content.text),
      truncate: async (size) => {
        await startOperation('truncate', path);
        content.text = Buffer.from(content.text).toString('utf8', 0, size);
      },
      write: async (text) => {
        await startOperation('write', path, text);
        content.text += text;
      },
      sync: async () => {
        await startOperation('sync', path);
        if (this.#flaws.sync === undefined) content.synced = content.text;
      },
      close: async () => {},
    });
    return {
      createFolder: async (path) => {
        await startOperation('createFolder', path);
        // Creates a missing parent, too.
        this.#folders.add(path);
        this.#folders.add(getFolder(path));
      },
      isPrivate: async () => true,
      list: async (path) => {
        const folder = path.replace(/\/$/, '');
        await startOperation('list', folder);
        this.#requireFolder(folder);
        const paths = this.paths.filter((file) => getFolder(file) === folder);
        return paths.map((file) => file.slice(folder.length + 1));
      },
      read: async (path) => {
        await startOperation('read', path);
        return this.#getContent(path).text;
      },
      create: async (path) => {
        await startOperation('create', path);
        this.#requireFolder(getFolder(path));
        const content = this.#contents.get(path) ?? { text: '', synced: '' };
        if (!this.#contents.has(path)) this.#setContent(path, content);
        content.text = '';
        return createWritable(path, content);
      },
      open: async (path) => {
        await startOperation('open', path);
        return createWritable(path, this.#getContent(path));
      },
      rename: async (from, to) => {
        await startOperation('rename', from);
        const content = this.#getContent(from);
        const replaced = this.#contents.get(to);
        if (this.#flaws.rename === 'overwrites' && replaced !== undefined) {
          replaced.text = content.text;
        } else {
          this.#setContent(to, content);
        }
        this.#setContent(from, undefined);
      },
      remove: async (path) => {
        await startOperation('remove', path);
        if (this.#contents.has(path)) this.#setContent(path, undefined);
      },
      syncFolder: async (path) => {
        await startOperation('syncFolder', path);
        this.#requireFolder(path);
        if (this.#flaws.syncFolder !== undefined) return;
        for (const change of this.#changes.get(path) ?? []) this.#makeDurable(change);
        this.#changes.set(path, []);
      },
      lock: async (path) => {
        if (this.#locked.has(path)) throw createError('ELOCKED', path);
        this.#locked.add(path);
        return { isHeld: () => true, release: async () => void this.#locked.delete(path) };
      },
    };
  }

  #getSurvivingText({ text, synced }: Content): string {
    if (text === synced) return text;
    // Often, everything that was not synced is lost.
    if (this.#random() < 0.4) return synced;
    // Appended text is partly lost. An overwritten file can lose its whole text.
    const safeLength = text.startsWith(synced) ? synced.length : 0;
    return text.slice(0, safeLength + Math.floor((text.length - safeLength) * this.#random()));
  }

  #setContent(path: string, content: Content | undefined): void {
    const folder = getFolder(path);
    this.#changes.set(folder, [...(this.#changes.get(folder) ?? []), { path, content }]);
    if (content === undefined) this.#contents.delete(path);
    else this.#contents.set(path, content);
  }

  #makeDurable({ path, content }: PathChange): void {
    if (content === undefined) this.#durablePaths.delete(path);
    else this.#durablePaths.set(path, content);
  }

  #getContent(path: string): Content {
    const content = this.#contents.get(path);
    if (content === undefined) throw createError('ENOENT', path);
    return content;
  }

  #requireFolder(path: string): void {
    if (!this.#folders.has(path)) throw createError('ENOENT', path);
  }
}

function getFolder(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function createError(code: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
