import { NotTested } from '../ends.ts';
import type { SignedIn } from '../parties/flows.ts';
import type { Probing } from './define-probe.ts';

/**
 * Somebody with a session: who signs in by wallet, or where nobody can, who did by a code.
 *
 * @throws NotTested where there is nobody
 */
export async function somebody(t: Probing): Promise<SignedIn & { readonly session: string }> {
  try {
    return await t.flows.session();
  } catch (error) {
    const { signedInByCode } = t.around.knowledge.sightings;
    if (!(error instanceof NotTested) || signedInByCode === null) throw error;
    return signedInByCode;
  }
}
