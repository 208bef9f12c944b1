/** Opens a folder that keeps a store, for this process alone. */
import type { Clock } from '../../ports/clock.ts';
import type { Files } from '../../ports/files.ts';
import type { Log } from '../../ports/log.ts';
import type { Processes } from '../../ports/processes.ts';
import { StoreRefused } from '../store.ts';
import { reasonOf } from './file-error.ts';
import { indexText } from './index-document.ts';
import { FolderLock } from './lock.ts';
import { readFolder } from './read-folder.ts';
import type { BrokenPart, FolderContent } from './read-folder.ts';
import { StoreFolder } from './store-folder.ts';

export interface FolderOptions {
  readonly files: Files;
  readonly processes: Processes;
  readonly clock: Clock;
  readonly log: Log;
  /** What becomes of files that can't be read: the store is refused, or goes on without them. */
  readonly broken: 'refused' | 'setAside';
}

export interface OpenedFolder extends Pick<FolderContent, 'index' | 'states' | 'shared'> {
  readonly folder: StoreFolder;
  readonly lock: FolderLock;
}

/** @throws StoreRefused where it is in use, can't be written, or holds what can't be read */
export async function openFolder(path: string, options: FolderOptions): Promise<OpenedFolder> {
  const { files, processes } = options;
  const folder = new StoreFolder(path, files);
  const lock = new FolderLock(path, files, processes);
  await refusing(path, async () => {
    await folder.make();
    await lock.hold();
  });
  try {
    const content = await refusing(path, () => contentOf(folder, options));
    return { folder, lock, ...content };
  } catch (error) {
    await lock.release().catch(() => {});
    throw error;
  }
}

async function contentOf(
  folder: StoreFolder,
  { broken: whatToDo, clock, log }: FolderOptions,
): Promise<FolderContent> {
  const content = await readFolder(folder);
  const { index, broken } = content;
  if (broken.length > 0 && whatToDo === 'refused') throw brokenStore(folder, broken);
  if (broken.length > 0) {
    const ending = `.broken-${new Date(clock.now()).toISOString().replaceAll(/[-:.]/g, '')}`;
    for (const { line, document } of broken) {
      const aside = document && (await setAside(folder, folder.pathOf(document), ending));
      log.warn('set aside what can not be read of the store', { line, aside });
    }
    await folder.write({ kind: 'index' }, indexText(index));
  }
  await removeWhatIsUnused(folder, content);
  return content;
}

/** Of a file with several findings, or one that was set aside already, there is nothing more to do. */
async function setAside(
  folder: StoreFolder,
  path: string,
  ending: string,
): Promise<string | undefined> {
  const aside = `${path}${ending}`;
  try {
    await folder.files.rename(path, aside);
  } catch {
    return undefined;
  }
  return aside;
}

function brokenStore({ path }: StoreFolder, broken: readonly BrokenPart[]): StoreRefused {
  return new StoreRefused(
    `the store file:${path} can't be read; nothing in it was changed:`,
    ...broken.map(({ line }) => line),
    'bring these files back from a backup, or start with --store-recover, which sets them aside under another name and goes on without what they held',
  );
}

/** What a deletion or a creation that a crash has ended left there, and what no workspace has any more. */
async function removeWhatIsUnused(
  folder: StoreFolder,
  { index, shared }: FolderContent,
): Promise<void> {
  await folder.removeUnfinished();
  const used = new Set(
    [...shared, ...index.workspaces.map((name) => ({ kind: 'changes', name }) as const)].map(
      (document) => folder.pathOf(document),
    ),
  );
  for (const kind of ['changes', 'base', 'dialect'] as const) {
    for (const name of await folder.names(kind)) {
      if (!used.has(folder.pathOf({ kind, name }))) await folder.remove({ kind, name });
    }
  }
}

async function refusing<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreRefused) throw error;
    throw new StoreRefused(`--store file:${path}: the store can't be opened: ${reasonOf(error)}`);
  }
}
