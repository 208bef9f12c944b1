/** The key that signs the sessions of a workspace. */
import type { SigningKey, Tokens } from '../ports/tokens.ts';
import type { Store, WorkspaceRef } from '../store/store.ts';

/**
 * Gives the key of the algorithm that the dialect names (`session.algorithm`, §5.8), and makes it
 * at the first request. Of two requests that make one at the same time, both get the one that is kept.
 *
 * @throws UnknownWorkspace, WorkspaceReset
 */
export async function currentSigningKey(
  store: Store,
  workspace: WorkspaceRef,
  tokens: Tokens,
): Promise<SigningKey> {
  const { algorithm, key, now } = await store.read(workspace, async (view) => {
    const { algorithm } = view.settings.dialect.session;
    const keys = await view.signingKeys();
    return { algorithm, key: keys.find((kept) => kept.algorithm === algorithm), now: view.now };
  });
  if (key !== undefined) return key;
  // Making an RSA key takes longer than a unit of work may be held up.
  const made = await tokens.makeKey(algorithm, now);
  return store.write(workspace, (unit) => unit.keepSigningKey(made));
}
