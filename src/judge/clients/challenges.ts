/** The challenges of a client, and its mistakes with them (§2.3, §5.3). */
import { BoundedCache } from '../../bounded-cache.ts';
import type { Signatures } from '../../ports/signatures.ts';
import type { SandboxExchange } from '../exchange.ts';
import { findText } from '../body-fields.ts';
import type { ChallengeMistake } from './client-exchange.ts';

interface WalletTrace {
  /** The challenges that were issued for the wallet, the newest last. */
  readonly issued: readonly string[];
  /** Whether a request had an expired challenge since a challenge was last issued, used or invalidated. */
  readonly wasExpired: boolean;
  /** The last characters of the last accepted signature, which identify the signature. */
  readonly acceptedSignatureEnd: string | undefined;
}

const MAX_WALLETS = 500;
const MAX_CHALLENGES = 4;

const NEW_WALLET: WalletTrace = {
  issued: [],
  wasExpired: false,
  acceptedSignatureEnd: undefined,
};

/** The mistake of a request, or a function that finds the mistake by verifying a signature. */
type JudgedChallenge = ChallengeMistake | undefined | (() => Promise<ChallengeMistake>);

export class Challenges {
  readonly #wallets = new BoundedCache<string, WalletTrace>(MAX_WALLETS);

  /** Records an exchange and returns the mistake of its client, if any. */
  observe(
    exchange: SandboxExchange,
    wallet: string | undefined,
    signatures: Signatures,
  ): JudgedChallenge {
    if (wallet === undefined) return undefined;
    const { operationId, outcome, responseBody } = exchange;
    if (operationId === 'authenticateWallet')
      return this.#observeAuthentication(exchange, wallet, signatures);
    const challenge = findText(responseBody, 'challenge');
    if (operationId === 'startWalletAuth' && outcome === 'accepted' && challenge !== undefined) {
      const trace = this.#wallets.get(wallet) ?? NEW_WALLET;
      const issued = [...trace.issued, challenge].slice(-MAX_CHALLENGES);
      this.#wallets.set(wallet, { ...trace, issued, wasExpired: false });
    }
    return undefined;
  }

  #observeAuthentication(
    exchange: SandboxExchange,
    wallet: string,
    signatures: Signatures,
  ): JudgedChallenge {
    const trace = this.#wallets.get(wallet) ?? NEW_WALLET;
    const signatureEnd = (findText(exchange.body, 'signature') ?? '').toLowerCase().slice(-32);
    switch (exchange.outcome) {
      case 'accepted':
        this.#wallets.set(wallet, {
          ...trace,
          wasExpired: false,
          acceptedSignatureEnd: signatureEnd,
        });
        return undefined;
      case 'challengeUnknown':
        // After a start, the challenge was used; perhaps by a simultaneous request that is recorded later.
        return trace === NEW_WALLET ? 'notStarted' : 'reused';
      case 'challengeExpired':
        // Perhaps the user was slow. A second expired challenge is a mistake of the client.
        if (trace.wasExpired) return 'outdated';
        this.#wallets.set(wallet, { ...trace, wasExpired: true });
        return undefined;
      case 'signature': {
        if (trace.acceptedSignatureEnd === signatureEnd) return 'reused';
        if (exchange.contract.dialect.wallet.challenge.onBadSignature === 'burn') {
          this.#wallets.set(wallet, { ...trace, wasExpired: false });
        }
        const earlier = trace.issued.slice(0, -1);
        return earlier.length === 0
          ? 'altered'
          : () => findSignedMistake(earlier, exchange, signatures);
      }
      default:
        return undefined;
    }
  }
}

/** Returns `outdated` if an earlier challenge was signed instead of the last challenge, otherwise `altered`. */
async function findSignedMistake(
  earlier: readonly string[],
  exchange: SandboxExchange,
  signatures: Signatures,
): Promise<ChallengeMistake> {
  const signature = findText(exchange.body, 'signature') ?? '';
  const address = findText(exchange.body, 'walletAddress')?.toLowerCase();
  const accepts = new Set(exchange.contract.dialect.wallet.signature.accepts);
  for (const challenge of earlier) {
    const signer = await signatures.recover(challenge, signature, accepts);
    if (signer !== undefined && signer === address) return 'outdated';
  }
  return 'altered';
}
