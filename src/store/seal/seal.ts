/** What a store keeps of its key: enough to tell whether a key is the one, and nothing that gives it. */
import { BrokenSeal } from '../../ports/sealing.ts';
import type { Sealing, Sealings } from '../../ports/sealing.ts';

/** What its key was made of. `open`: nothing that is secret, so that the store itself tells it. */
export type SealedBy = 'key' | 'password' | 'open';

export interface Seal {
  readonly by: SealedBy;
  /** Base64. */
  readonly salt: string;
  /** A known text, sealed. Base64. */
  readonly check: string;
}

const PLACE = 'seal';
const CHECKED = 'flagbearer';

/** Begins a store that is sealed with a secret. */
export async function newSeal(
  by: SealedBy,
  secret: string,
  sealings: Sealings,
): Promise<{ readonly seal: Seal; readonly sealing: Sealing }> {
  const salt = sealings.newSalt();
  const sealing = await sealings.of(secret, salt);
  const check = sealing.seal(PLACE, CHECKED).toString('base64');
  return { seal: { by, salt: salt.toString('base64'), check }, sealing };
}

/** @returns undefined where the store was sealed with another secret */
export async function unlocked(
  { salt, check }: Seal,
  secret: string,
  sealings: Sealings,
): Promise<Sealing | undefined> {
  const sealing = await sealings.of(secret, Buffer.from(salt, 'base64'));
  try {
    sealing.unseal(PLACE, Buffer.from(check, 'base64'));
    return sealing;
  } catch (error) {
    if (error instanceof BrokenSeal) return undefined;
    throw error;
  }
}
