/** The challenges of a client, and its mistakes with them (§2.3, §5.3). */
import { BoundedCache } from '../../bounded-cache.ts';
import type { Signatures } from '../../ports/signatures.ts';
import type { SandboxExchange } from '../exchange.ts';
import { responseField, textOf } from './observed-exchange.ts';
import type { ChallengeSlip } from './observed-exchange.ts';

interface WalletTrace {
  /** The challenges that it was handed, the newest last. */
  readonly handed: readonly string[];
  readonly state: 'outstanding' | 'answered' | 'expired';
  /** The end of the signature that was accepted last; enough to know it again. */
  readonly accepted: string | undefined;
}

/** Wallets of a client that are remembered, and challenges of each. */
const MAX_WALLETS = 500;
const MAX_CHALLENGES = 4;

/** The mistake of a request, or a function that finds it. */
export type JudgedChallenge = ChallengeSlip | undefined | (() => Promise<ChallengeSlip>);

/** The challenges of one client. */
export class Challenges {
  readonly #wallets = new BoundedCache<string, WalletTrace>(MAX_WALLETS);

  /**
   * @param wallet named in the request
   * @returns a promise only if a signature has to be verified
   */
  judge(
    exchange: SandboxExchange,
    wallet: string | undefined,
    signatures: Signatures,
  ): JudgedChallenge {
    const { operationId } = exchange;
    if (operationId !== 'startWalletAuth' && operationId !== 'authenticateWallet') return undefined;
    if (wallet === undefined) return undefined;
    const known = this.#wallets.get(wallet);
    if (operationId === 'authenticateWallet') return this.#answered(exchange, wallet, signatures);

    const challenge = responseField(exchange, 'challenge');
    if (exchange.outcome === 'accepted' && typeof challenge === 'string') {
      const handed = [...(known?.handed ?? []), challenge].slice(-MAX_CHALLENGES);
      this.#wallets.set(wallet, { handed, state: 'outstanding', accepted: known?.accepted });
    }
    return undefined;
  }

  #answered(exchange: SandboxExchange, wallet: string, signatures: Signatures): JudgedChallenge {
    const known = this.#wallets.get(wallet);
    const signature = (textOf(exchange, 'signature') ?? '').toLowerCase();
    const end = signature.slice(-32);
    switch (exchange.outcome) {
      case 'accepted':
        this.#wallets.set(wallet, {
          handed: known?.handed ?? [],
          state: 'answered',
          accepted: end,
        });
        return undefined;
      case 'challengeUnknown':
        return known === undefined || known.state === 'outstanding' ? 'notStarted' : 'reused';
      case 'challengeExpired':
        // The user may have taken their time; that the next request is no better is for the client.
        if (known?.state === 'expired') return 'outdated';
        this.#wallets.set(wallet, {
          handed: known?.handed ?? [],
          accepted: known?.accepted,
          state: 'expired',
        });
        return undefined;
      case 'signature': {
        if (known?.accepted === end) return 'reused';
        const burns = exchange.contract.dialect.wallet.challenge.onBadSignature === 'burn';
        if (known !== undefined && burns)
          this.#wallets.set(wallet, { ...known, state: 'answered' });
        const earlier = known?.handed.slice(0, -1) ?? [];
        return earlier.length === 0 ? 'altered' : () => whichOf(earlier, exchange, signatures);
      }
      default:
        return undefined;
    }
  }
}

/** Whether one of the challenges was signed, though not the one that counts. */
async function whichOf(
  earlier: readonly string[],
  exchange: SandboxExchange,
  signatures: Signatures,
): Promise<ChallengeSlip> {
  const signature = textOf(exchange, 'signature') ?? '';
  const address = textOf(exchange, 'walletAddress')?.toLowerCase();
  const accepts = new Set(exchange.contract.dialect.wallet.signature.accepts);
  for (const challenge of earlier) {
    const found = await signatures.recover(challenge, signature, accepts);
    if (found.outcome === 'recovered' && found.address === address) return 'outdated';
  }
  return 'altered';
}
