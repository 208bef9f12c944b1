/**
 * A disk that loses, when its power is cut, what was not synced: of a file any part of what was
 * written since, of a folder any of the last changes of its names. And one that fails on request.
 */
import type { Files, WritableFile } from '../../../src/ports/files.ts';

/** The content of a file, independent of its names. */
interface Content {
  text: string;
  /** Durable data. */
  synced: string;
}

/** A name that was given to a file, or taken away. */
interface NameChange {
  readonly path: string;
  readonly content: Content | undefined;
}

/** Faults of a disk or its writers. */
export interface Flaws {
  /** Syncing a file does nothing. */
  readonly sync?: 'ignored';
  /** Syncing a folder does nothing. */
  readonly syncFolder?: 'ignored';
  /** A rename overwrites the other file instead of replacing it atomically. */
  readonly rename?: 'writesOver';
}

export type Failure = (
  operation: keyof Files | 'write' | 'sync' | 'truncate',
  path: string,
) => string | undefined;

export class SimulatedDisk {
  /** Called before each operation; returns the code of the error that it fails with. */
  fails: Failure = () => undefined;
  readonly #flaws: Flaws;
  readonly #random: () => number;
  #names = new Map<string, Content>();
  #lasting = new Map<string, Content>();
  #changes = new Map<string, NameChange[]>();
  readonly #folders = new Map<string, number>();
  readonly #locked = new Set<string>();
  #boot = 0;
  #operationsLeft = Infinity;
  #outOfPower: () => void = () => {};
  /** The number of operations so far. */
  operations = 0;

  constructor(random: () => number, flaws: Flaws = {}) {
    this.#random = random;
    this.#flaws = flaws;
  }

  /** Cuts the power after this number of operations; resolves when it has happened. */
  failAfter(operations: number): Promise<void> {
    this.#operationsLeft = operations;
    return new Promise((resolve) => {
      this.#outOfPower = resolve;
    });
  }

  /** Restores the power: only durable data is left, and open files are invalid. */
  restart(): void {
    for (const [folder, changes] of this.#changes) {
      const kept = Math.floor(this.#random() * (changes.length + 1));
      for (const { path, content } of changes.slice(0, kept)) this.#persist(path, content);
      this.#changes.set(folder, []);
    }
    const survived = new Map<Content, Content>();
    this.#names = new Map();
    for (const [path, content] of this.#lasting) {
      const text = this.#computeSurvivor(content);
      const copy = survived.get(content) ?? { text, synced: text };
      survived.set(content, copy);
      this.#names.set(path, copy);
    }
    this.#lasting = new Map(this.#names);
    this.#locked.clear();
    this.#boot += 1;
    this.#operationsLeft = Infinity;
  }

  /** Removes a folder with its content, or restores it. */
  removeFolder(path: string): () => void {
    const isInside = (each: string): boolean => each === path || each.startsWith(`${path}/`);
    const folders = [...this.#folders].filter(([each]) => isInside(each));
    const names = [...this.#names].filter(([each]) => isInside(each));
    for (const [each] of folders) this.#folders.delete(each);
    for (const [each] of names) this.#names.delete(each);
    return () => {
      for (const [each, number] of folders) this.#folders.set(each, number);
      for (const [each, content] of names) this.#names.set(each, content);
    };
  }

  /** Writes as another program. */
  put(path: string, text: string): void {
    const content = { text, synced: text };
    this.#names.set(path, content);
    this.#lasting.set(path, content);
  }

  readText(path: string): string | undefined {
    return this.#names.get(path)?.text;
  }

  get paths(): readonly string[] {
    return [...this.#names.keys()].toSorted();
  }

  /** Its files, until the power is cut. */
  createFiles(): Files {
    const boot = this.#boot;
    const step = async (operation: Parameters<Failure>[0], path: string): Promise<void> => {
      // Operations are asynchronous, as on a disk.
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#operationsLeft <= 0) this.#outOfPower();
      if (boot !== this.#boot || this.#operationsLeft <= 0) throw createError('EIO', path);
      this.#operationsLeft -= 1;
      this.operations += 1;
      const code = this.fails(operation, path);
      if (code !== undefined) throw createError(code, path);
    };
    const createWritable = (path: string, content: Content): WritableFile => ({
      size: async () => Buffer.byteLength(content.text),
      truncate: async (size) => {
        await step('truncate', path);
        content.text = Buffer.from(content.text).toString('utf8', 0, size);
      },
      write: async (text) => {
        await step('write', path);
        content.text += text;
      },
      sync: async () => {
        await step('sync', path);
        if (this.#flaws.sync === undefined) content.synced = content.text;
      },
      close: async () => {},
    });
    return {
      makeFolder: async (path) => {
        await step('makeFolder', path);
        if (!this.#folders.has(path)) this.#folders.set(path, this.#folders.size + 1);
        const above = getFolder(path);
        if (!this.#folders.has(above)) this.#folders.set(above, this.#folders.size + 1);
      },
      isPrivate: async () => true,
      list: async (path) => {
        const folder = path.replace(/\/$/, '');
        await step('list', folder);
        this.#expectFolder(folder);
        const inside = [...this.#names.keys()].filter((each) => getFolder(each) === folder);
        return inside.map((each) => each.slice(folder.length + 1));
      },
      read: async (path) => {
        await step('read', path);
        return this.#getContent(path).text;
      },
      create: async (path) => {
        await step('create', path);
        this.#expectFolder(getFolder(path));
        const content = this.#names.get(path) ?? { text: '', synced: '' };
        if (!this.#names.has(path)) this.#name(path, content);
        content.text = '';
        return createWritable(path, content);
      },
      open: async (path) => {
        await step('open', path);
        return createWritable(path, this.#getContent(path));
      },
      rename: async (from, to) => {
        await step('rename', from);
        const content = this.#getContent(from);
        const there = this.#names.get(to);
        if (this.#flaws.rename === 'writesOver' && there !== undefined) there.text = content.text;
        else this.#name(to, content);
        this.#name(from, undefined);
      },
      remove: async (path) => {
        await step('remove', path);
        if (this.#names.has(path)) this.#name(path, undefined);
      },
      syncFolder: async (path) => {
        await step('syncFolder', path);
        this.#expectFolder(path);
        if (this.#flaws.syncFolder !== undefined) return;
        for (const change of this.#changes.get(path) ?? [])
          this.#persist(change.path, change.content);
        this.#changes.set(path, []);
      },
      lock: async (path) => {
        if (this.#locked.has(path)) throw createError('ELOCKED', path);
        this.#locked.add(path);
        return { isHeld: () => true, release: async () => void this.#locked.delete(path) };
      },
    };
  }

  #computeSurvivor({ text, synced }: Content): string {
    if (text === synced) return text;
    const luck = this.#random();
    if (luck < 0.4) return synced;
    // Data that was synced and then appended to is durable.
    const kept = text.startsWith(synced) ? synced.length : 0;
    return text.slice(0, kept + Math.floor((text.length - kept) * this.#random()));
  }

  #name(path: string, content: Content | undefined): void {
    const folder = getFolder(path);
    this.#changes.set(folder, [...(this.#changes.get(folder) ?? []), { path, content }]);
    if (content === undefined) this.#names.delete(path);
    else this.#names.set(path, content);
  }

  #persist(path: string, content: Content | undefined): void {
    if (content === undefined) this.#lasting.delete(path);
    else this.#lasting.set(path, content);
  }

  #getContent(path: string): Content {
    const content = this.#names.get(path);
    if (content === undefined) throw createError('ENOENT', path);
    return content;
  }

  #expectFolder(path: string): number {
    const number = this.#folders.get(path);
    if (number === undefined) throw createError('ENOENT', path);
    return number;
  }
}

function getFolder(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function createError(code: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
