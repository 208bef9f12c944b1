/** The errors that a wallet rejects requests with: EIP-1193, EIP-1474, EIP-3326 (4902). */
const ERRORS = {
  invalidRequest: { code: -32600, message: 'The request has no method.' },
  invalidParams: { code: -32602, message: 'Invalid parameters.' },
  internalError: { code: -32603, message: 'Internal error.' },
  userRejected: { code: 4001, message: 'The user rejected the request.' },
  unauthorized: { code: 4100, message: 'The account is not authorized by the user.' },
  unsupportedMethod: { code: 4200, message: 'The wallet does not support this method.' },
  disconnected: { code: 4900, message: 'The wallet is disconnected from all chains.' },
  chainDisconnected: { code: 4901, message: 'The wallet is disconnected from the current chain.' },
  unrecognizedChain: {
    code: 4902,
    message: 'Unrecognized chain ID. Add the chain with wallet_addEthereumChain first.',
  },
} as const;

/** The error of EIP-1193, `ProviderRpcError`. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError';
  readonly code: number;

  /** Converts any error: one of another process by its code, an unexpected one to an internal error. */
  static from({ code, message }: { readonly code?: unknown; readonly message: string }) {
    const kinds = Object.keys(ERRORS) as (keyof typeof ERRORS)[];
    const kind = kinds.find((name) => ERRORS[name].code === code);
    return new ProviderRpcError(kind ?? 'internalError', message);
  }

  /** @param message replaces the default message of the kind */
  constructor(kind: keyof typeof ERRORS, message: string = ERRORS[kind].message) {
    super(message);
    this.code = ERRORS[kind].code;
  }
}
