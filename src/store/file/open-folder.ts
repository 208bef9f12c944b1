/** Opens a folder that keeps a store, for this process alone. */
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Processes } from '../../ports/processes.ts';
import { StoreRefused } from '../store.ts';
import { hasCode, reasonOf } from './file-error.ts';
import { makeFolders } from './folder-layout.ts';
import { openSeal } from './folder-seal.ts';
import type { SealOptions } from './folder-seal.ts';
import { indexText } from './index-document.ts';
import { FolderLock } from './lock.ts';
import { readFolder } from './read-folder.ts';
import type { BrokenPart, FolderContent } from './read-folder.ts';
import { StoreFolder } from './store-folder.ts';

export interface FolderOptions extends SealOptions {
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
  const lock = new FolderLock(path, files, processes);
  await refusing(path, async () => {
    await makeFolders(path, files);
    await lock.hold();
  });
  try {
    return await refusing(path, async () => {
      const folder = new StoreFolder(path, files, await openSeal(path, options));
      return { folder, lock, ...(await contentOf(folder, options)) };
    });
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
    for (const { line, path } of broken) {
      const aside = path && (await setAside(folder, path, ending));
      log.warn('set aside what can not be read of the store', { line, aside });
    }
    await folder.write({ kind: 'index' }, indexText(index));
  }
  await sealWhatIsClear(folder, log);
  await removeWhatIsUnused(folder, content);
  return content;
}

/** What an earlier version wrote. A crash leaves some of it for the next start. */
async function sealWhatIsClear(folder: StoreFolder, log: Log): Promise<void> {
  const clear = [...folder.clear];
  for (const document of clear) {
    const content = await folder.read(document).catch(unlessSetAside);
    if (content !== undefined) await folder.write(document, JSON.stringify(content));
  }
  if (clear.length > 0)
    log.warn('sealed what an earlier version had written', { files: clear.length });
}

function unlessSetAside(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
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

/** A line for each file, which says all by itself. */
function brokenStore({ path }: StoreFolder, broken: readonly BrokenPart[]): StoreRefused {
  const [first, ...others] = broken.map(({ line }) => `${line}; ${RECOVERY}`);
  return new StoreRefused(first ?? `the store file:${path} can't be read; ${RECOVERY}`, ...others);
}

const RECOVERY =
  'nothing in the store was changed: bring the file back from a backup, or start with --store-recover, which sets it aside under another name and goes on without what it held';

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
    for (const path of await folder.paths(kind)) {
      if (!used.has(path)) await folder.files.remove(path);
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
