import { draw } from '../ports/draws.ts';
import type { StoreSettings } from '../store/store.ts';

/**
 * Returns names for workspaces that are created without a name. Codes and challenges depend on the name, so
 * names of a new store (empty `salt`) are derived from the seed only: a second run has the same codes. With an
 * existing store, a random `salt` makes the names new, since clients of earlier runs may still be running.
 */
export function createWorkspaceNames(
  { seed }: Pick<StoreSettings, 'seed'>,
  salt: string,
): () => string {
  const scope = { seed, workspace: salt };
  let count = 0;
  return () => {
    const bytes = draw(scope, 'workspace', '', count);
    count += 1;
    return `w-${bytes.toString('hex', 0, NAME_BYTES)}`;
  };
}

const NAME_BYTES = 5;
