import { draw, type DrawScope } from '../ports/draws.ts';
import { loadSignatures, type LoadedSignatures } from '../ports/signatures.ts';
import { drawUnissuedChallenge, signWithFault } from '../ports/signatures/invalid-signature.ts';
import { deriveTestWalletKey } from '../ports/test-wallets.ts';
import type { ControlSchemas } from './control-client.ts';

/** The kinds of invalid signatures (openapi/control.yaml). */
export type SignatureFault = ControlSchemas['SignatureFault'];

/** The type requires every kind of the contract here, else the code does not compile. */
const KINDS: Readonly<Record<SignatureFault, true>> = {
  wrongKey: true,
  wrongMessage: true,
  staleChallenge: true,
  malformed: true,
  highS: true,
  otherChain: true,
};

/** A crypto wallet that signs every text. */
export interface Wallet {
  /** 0x and 40 hex digits with EIP-55 checksum. */
  readonly address: string;
  /** 0x and 64 hex digits, for a wallet in a browser (`flagbearer/wallet`). */
  readonly privateKey: string;
  /** Signs a text as `personal_sign` does (EIP-191). @returns 65 bytes, 0x and lower-case hex */
  sign(challenge: string): Promise<string>;
  /**
   * Returns an invalid signature, which the service must refuse (`highS`: the service is allowed to refuse).
   *
   * @param kind `wrongKey`: signed by another wallet; `wrongMessage`: the signed text is altered;
   * `staleChallenge`: the signed text is the previous challenge of this wallet or, without one, a generated text
   * of the same form; `malformed`: truncated; `highS`: s is more than half the order of the curve (EIP-2);
   * `otherChain`: v contains a chain id (EIP-155)
   */
  signBadly(kind: SignatureFault, challenge: string): Promise<string>;
}

export interface Wallets {
  /**
   * Creates a new wallet. In a workspace that the test created, the key is derived from seed and name. In an
   * opened workspace, the key is random.
   */
  create(): Wallet;
  /**
   * Returns the test wallet with an index, as in scenarios.
   *
   * @param index 0 to 9999
   * @throws RangeError for another index
   */
  at(index: number): Wallet;
}

let loading: Promise<LoadedSignatures> | undefined;

/** Returns the wallets of a workspace. @param scope seed and workspace, from which new keys are derived */
export async function createWallets(scope: DrawScope): Promise<Wallets> {
  const signatures = await (loading ??= loadSignatures());
  let created = 0;
  const byIndex = new Map<number, Wallet>();
  return {
    at(index) {
      const wallet =
        byIndex.get(index) ?? createWallet(deriveTestWalletKey(index), scope, signatures);
      byIndex.set(index, wallet);
      return wallet;
    },
    create() {
      const key = draw(scope, 'testkit-wallet', 'key', created++);
      return createWallet(`0x${key.toString('hex')}`, scope, signatures);
    },
  };
}

function createWallet(privateKey: string, scope: DrawScope, signatures: LoadedSignatures): Wallet {
  const address = signatures.computeAddress(privateKey);
  /** The last two different challenges, the newest first. */
  let challenges: readonly string[] = [];
  const remember = (challenge: string) => {
    if (typeof challenge !== 'string') {
      throw new TypeError(`wallet: expected a challenge to sign, got ${JSON.stringify(challenge)}`);
    }
    if (challenges[0] !== challenge) challenges = [challenge, ...challenges.slice(0, 1)];
  };
  return {
    address,
    privateKey,
    async sign(challenge) {
      remember(challenge);
      return signatures.sign(challenge, privateKey);
    },
    async signBadly(kind, challenge) {
      if (!Object.hasOwn(KINDS, kind)) {
        throw new TypeError(
          `signBadly: expected one of ${Object.keys(KINDS).join(', ')}, got "${kind}"`,
        );
      }
      remember(challenge);
      const previous = challenges[1] ?? drawUnissuedChallenge(challenge, scope);
      return signWithFault(kind, { message: challenge, previous, privateKey }, signatures);
    },
  };
}
