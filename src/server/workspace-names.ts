import { draw } from '../ports/draws.ts';
import type { StoreSettings } from '../store/store.ts';

/**
 * Returns names for workspaces that are created without a name. Codes and challenges depend on the name, so
 * names of a new store are derived from the seed: a second run has the same codes. An existing store gets
 * unused names, since clients of earlier runs may still be running.
 *
 * @param unique a text that is different at each start; empty for a new store
 */
export function createWorkspaceNames(
  { seed }: Pick<StoreSettings, 'seed'>,
  unique: string,
): () => string {
  const scope = { seed, workspace: unique };
  let count = 0;
  return () => {
    const bytes = draw(scope, 'workspace', '', count);
    count += 1;
    return `w-${bytes.toString('hex', 0, NAME_BYTES)}`;
  };
}

const NAME_BYTES = 5;
