import type { SigningKey, Tokens } from '../ports/tokens.ts';
import type { Store, WorkspaceRef } from '../store/store.ts';

/**
 * Resolves to the signing key for `session.algorithm` (§5.8); creates a missing key. Concurrent calls get the
 * same key.
 *
 * @throws UnknownWorkspace, WorkspaceReset
 */
export async function getCurrentSigningKey(
  store: Store,
  workspace: WorkspaceRef,
  tokens: Tokens,
): Promise<SigningKey> {
  const { algorithm, key, now } = await store.read(workspace, async (view) => {
    const { algorithm } = view.settings.dialect.session;
    const keys = await view.listSigningKeys();
    return {
      algorithm,
      key: keys.find((candidate) => candidate.algorithm === algorithm),
      now: view.now,
    };
  });
  if (key !== undefined) return key;
  // Created before the unit of work, because an RSA key takes too long.
  const created = await tokens.createKey(algorithm, now);
  return store.write(workspace, (unit) => unit.ensureSigningKey(created));
}
