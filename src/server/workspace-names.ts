import { draw } from '../ports/draws.ts';
import type { Store, StoreStart } from '../store/store.ts';

/**
 * Returns names for workspaces that are created without one. Codes and challenges depend on the name, so
 * names of a new store are derived from the seed: a second run has the same codes. A store with data gets
 * unused names, since clients of earlier runs may still be running.
 *
 * @param unique a text that no other start has
 */
export async function createWorkspaceNames(
  store: Pick<Store, 'names'>,
  { seed }: Pick<StoreStart, 'seed'>,
  unique: string,
): Promise<() => string> {
  const [, other] = await store.names();
  const scope = { seed, workspace: other === undefined ? '' : unique };
  let count = 0;
  return () => {
    const bytes = draw(scope, 'workspace', '', count);
    count += 1;
    return `w-${bytes.toString('hex', 0, LENGTH)}`;
  };
}

/** Bytes of a name. */
const LENGTH = 5;
