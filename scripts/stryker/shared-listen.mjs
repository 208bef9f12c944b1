/** What tests get in place of src/server/listen.ts: the sandbox that runs already (shared-sandbox.mjs). */
import { inject } from 'vitest';

export async function startSandbox() {
  return { url: inject(/** @type {never} */ ('sandboxUrl')), close: () => Promise.resolve() };
}
