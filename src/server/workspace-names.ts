import { draw } from '../ports/draws.ts';
import type { Store, StoreSettings } from '../store/store.ts';

/**
 * Returns names for workspaces that are created without one. Codes and challenges depend on the name, so
 * names of a new store are derived from the seed: a second run has the same codes. A store with data gets
 * unused names, since clients of earlier runs may still be running.
 *
 * @param unique a text that is different at each start
 */
export async function createWorkspaceNames(
  store: Pick<Store, 'listNames'>,
  { seed }: Pick<StoreSettings, 'seed'>,
  unique: string,
): Promise<() => string> {
  const names = await store.listNames();
  const isNewStore = names.length <= 1;
  const scope = { seed, workspace: isNewStore ? '' : unique };
  let count = 0;
  return () => {
    const bytes = draw(scope, 'workspace', '', count);
    count += 1;
    return `w-${bytes.toString('hex', 0, NAME_BYTES)}`;
  };
}

const NAME_BYTES = 5;
