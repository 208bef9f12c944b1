/** Compares what a wallet in a browser signed with what its app sent to the service (§2.2, §2.3, §4.2). */
import { BoundedCache } from '../../bounded-cache.ts';
import type { WalletRecord } from '../../contract/control-types.ts';
import type { SandboxExchange } from '../exchange.ts';
import { toList, findText } from '../body-fields.ts';
import type { WalletMistake } from './client-exchange.ts';

interface SignedMessage {
  readonly chainId: number;
  readonly signedText: 'challenge' | 'other';
  readonly validity: 'faulty' | 'valid';
}

const MAX_REMEMBERED = 500;
/** Longer challenges and signatures are not stored. */
const MAX_LENGTH = 4096;

/** The networks of §2.2 by chain ID (EIP-155); a test network is valid with either name. */
const NETWORKS: ReadonlyMap<number, string> = new Map([
  [1, 'ETHEREUM'],
  [137, 'POLYGON'],
]);

export class WalletRecords {
  readonly #challenges = new BoundedCache<string, true>(MAX_REMEMBERED);
  readonly #signatures = new BoundedCache<string, SignedMessage>(MAX_REMEMBERED);
  /** The result of the last `personal_sign` of each address; `none` for an address that was only listed. */
  readonly #addresses = new BoundedCache<string, 'none' | 'signed' | 'rejected'>(MAX_REMEMBERED);

  add({ method, params, chainId, status, result, signedWith: fault }: WalletRecord): void {
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') {
      for (const address of listTexts(result).map((text) => text.toLowerCase())) {
        if (this.#addresses.get(address) === undefined) this.#addresses.set(address, 'none');
      }
    }
    if (method !== 'personal_sign' || status === 'pending') return;
    const [first = '', second = ''] = listTexts(params);
    const [message, address] = ADDRESS.test(second) ? [first, second] : [second, first];
    const isSigned = status === 'resolved' && typeof result === 'string';
    this.#addresses.set(address.toLowerCase(), isSigned ? 'signed' : 'rejected');
    if (!isSigned || result.length > MAX_LENGTH) return;
    this.#signatures.set(normalizeSignature(result), {
      chainId,
      signedText: this.#challenges.get(decodeSignedText(message)) ? 'challenge' : 'other',
      validity: fault === undefined ? 'valid' : 'faulty',
    });
  }

  /** Returns whether a test has configured the wallet to return this signature, so the app made no mistake. */
  isSignedByFaultyWallet(exchange: SandboxExchange): boolean {
    return this.#readSignature(exchange)?.validity === 'faulty';
  }

  /** Compares a request to the service with earlier records of the wallet. */
  observe(exchange: SandboxExchange): WalletMistake | undefined {
    if (exchange.operationId === 'startWalletAuth') {
      const challenge = findText(exchange.responseBody, 'challenge');
      if (challenge !== undefined && challenge.length <= MAX_LENGTH) {
        this.#challenges.set(challenge, true);
      }
    }
    if (exchange.operationId !== 'authenticateWallet') return undefined;
    const signed = this.#readSignature(exchange);
    if (signed === undefined) return this.#judgeUnknownSignature(exchange);
    if (
      signed.signedText === 'other' &&
      signed.validity === 'valid' &&
      exchange.outcome !== 'accepted'
    ) {
      return 'otherChallenge';
    }
    const expected = NETWORKS.get(signed.chainId);
    const network = findText(exchange.body, 'walletNetwork') ?? '';
    const isOtherChain =
      expected !== undefined && NETWORK_NAMES.has(network) && network !== expected;
    return isOtherChain ? 'otherChain' : undefined;
  }

  /** Judges a signature without a record. An accepted one is correct: another wallet can have the same account. */
  #judgeUnknownSignature(exchange: SandboxExchange): WalletMistake | undefined {
    const { outcome, body } = exchange;
    if (!REFUSALS_OF_SIGNATURES.has(outcome)) return undefined;
    const lastResult = this.#addresses.get((findText(body, 'walletAddress') ?? '').toLowerCase());
    if (lastResult === 'rejected') return 'rejected';
    return lastResult === undefined || findText(body, 'signature') === undefined
      ? undefined
      : 'otherSignature';
  }

  #readSignature(exchange: SandboxExchange): SignedMessage | undefined {
    if (exchange.operationId !== 'authenticateWallet') return undefined;
    return this.#signatures.get(normalizeSignature(findText(exchange.body, 'signature') ?? ''));
  }
}

const REFUSALS_OF_SIGNATURES: ReadonlySet<SandboxExchange['outcome']> = new Set([
  'signature',
  'invalidRequest',
  'challengeUnknown',
  'challengeExpired',
] as const);
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const BYTES = /^0x(?:[0-9a-fA-F]{2})*$/;
const NETWORK_NAMES: ReadonlySet<string> = new Set(NETWORKS.values());

/** Returns a list with an empty text for each item that is not a string. */
function listTexts(value: unknown): readonly string[] {
  return toList(value).map((item) => (typeof item === 'string' ? item : ''));
}

/** Normalizes a signature: hex in any case, with or without 0x, v as 0, 1, 27 or 28. */
function normalizeSignature(signature: string): string {
  const hex = signature.toLowerCase().replace(/^0x/, '');
  const recovery = { '00': '1b', '01': '1c' }[hex.slice(SIGNATURE_WITHOUT_V)];
  return hex.length === SIGNATURE_WITHOUT_V + 2 && recovery !== undefined
    ? hex.slice(0, SIGNATURE_WITHOUT_V) + recovery
    : hex;
}

/** The number of hex digits of r and s. */
const SIGNATURE_WITHOUT_V = 128;

/** Returns the signed text. Libraries send either the text or the hex digits of its UTF-8 bytes. */
function decodeSignedText(message: string): string {
  if (!BYTES.test(message)) return message;
  const bytes = (message.slice(2).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
