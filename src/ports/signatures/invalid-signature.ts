import { draw, type DrawScope } from '../draws.ts';
import type { Signatures } from '../signatures.ts';
import { FIRST_TEST_WALLETS } from '../first-test-wallets.ts';
import { negate } from './scalar.ts';

/**
 * - `wrongKey`: another wallet signs.
 * - `wrongMessage`: the text is altered first.
 * - `staleChallenge`: the previous challenge is signed instead of this one.
 * - `malformed`: the signature is truncated.
 * - `highS`: s lies above half the order (EIP-2); a deployment may accept it.
 * - `otherChain`: v names chain 1, as in a transaction (EIP-155).
 */
export type SignatureFault =
  'wrongKey' | 'wrongMessage' | 'staleChallenge' | 'malformed' | 'highS' | 'otherChain';

export interface SigningInput {
  readonly message: string;
  /** The previous challenge, for `staleChallenge`. */
  readonly previous: string;
  /** 0x and 64 hex digits. */
  readonly privateKey: string;
}

/** 40 of the 65 bytes. */
const TRUNCATED_LENGTH = '0x'.length + 80;
const BEFORE_S = '0x'.length + 64;
const BEFORE_V = BEFORE_S + 64;

/** Returns a signature with a fault, as 0x and lower-case hex. @throws TypeError for an invalid key */
export async function signWithFault(
  fault: SignatureFault,
  { message, previous, privateKey }: SigningInput,
  signatures: Signatures,
): Promise<string> {
  switch (fault) {
    case 'wrongKey':
      return signatures.sign(message, getOtherKey(privateKey));
    case 'wrongMessage':
      return signatures.sign(`${message}.`, privateKey);
    case 'staleChallenge':
      return signatures.sign(previous, privateKey);
    case 'malformed':
      return (await signatures.sign(message, privateKey)).slice(0, TRUNCATED_LENGTH);
    case 'highS':
      return toHighS(await signatures.sign(message, privateKey));
    case 'otherChain':
      return toChainSignature(await signatures.sign(message, privateKey));
  }
}

function getOtherKey(privateKey: string): string {
  const keys = FIRST_TEST_WALLETS.map((wallet) => wallet.privateKey);
  return keys.find((key) => key !== privateKey.toLowerCase()) ?? privateKey;
}

/** Returns (r, n - s), which signs the same as (r, s), with the other parity. */
function toHighS(signature: string): string {
  const s = signature.slice(BEFORE_S, BEFORE_V);
  const v = signature.slice(BEFORE_V) === '1b' ? '1c' : '1b';
  return `${signature.slice(0, BEFORE_S)}${negate(s)}${v}`;
}

/** Returns the signature with the v of a transaction on chain 1 (EIP-155): 35 + 2 * chain + parity. */
function toChainSignature(signature: string): string {
  const v = signature.slice(BEFORE_V) === '1b' ? '25' : '26';
  return `${signature.slice(0, BEFORE_V)}${v}`;
}

/**
 * Returns a challenge that was never issued, with the phrase of the given challenge (§2.3). It is used as the
 * stale challenge if no earlier challenge was issued.
 */
export function drawUnissuedChallenge(challenge: string, scope: DrawScope): string {
  const random = draw(scope, 'stale-challenge', challenge, 0).toString('base64url');
  const last = challenge.split(/\s/u).at(-1) ?? '';
  return challenge.slice(0, challenge.length - last.length) + random;
}
