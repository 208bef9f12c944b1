import { draw } from '../ports/draws.ts';
import type { Store, StoreStart } from '../store/store.ts';

/**
 * Names workspaces whose makers do not, each once. What a workspace draws hangs on its name, so those
 * of a new store are named by the seed: a second run has the same codes in them. A store that holds
 * workspaces goes on with names that nobody has seen, since callers of one that is gone may be left.
 *
 * @param unique a text that no other start has
 */
export async function workspaceNames(
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
