/** The methods of the wallet (EIP-1193 `request`). */
import type { PageAccount } from './page-options.ts';
import type { Signer } from './personal-sign.ts';
import { ProviderRpcError } from './provider.ts';
import type { WalletRecord, WalletState } from './wallet-state.ts';

export interface MethodContext {
  readonly state: WalletState;
  readonly params: readonly unknown[];
  readonly record: WalletRecord;
  readonly sign: Signer;
  /** Returns the account that the app is permitted to see; undefined while the wallet is locked. */
  getPermittedAccount(): PageAccount | undefined;
  /** Permits the app to see the account. @throws ProviderRpcError if the wallet is locked */
  grantPermission(): void;
  revokePermission(): void;
  switchChain(chainId: number): void;
}

export interface Method {
  /** Throws for invalid parameters, before the user is asked. */
  validate?(params: readonly unknown[]): unknown;
  /** Returns whether a user must approve the request. */
  needsApproval?(context: MethodContext): boolean;
  /** Whether the method needs the chain, so that it fails while the chain is disconnected. Default: false. */
  readonly usesChain?: boolean;
  run(context: MethodContext): unknown;
}

const alwaysNeedsApproval = (): boolean => true;

export const METHODS: ReadonlyMap<string, Method> = new Map(
  Object.entries<Method>({
    eth_requestAccounts: {
      needsApproval: ({ getPermittedAccount }) => getPermittedAccount() === undefined,
      run(context) {
        context.grantPermission();
        return [requireAccount(context).address];
      },
    },
    eth_accounts: { run: ({ getPermittedAccount }) => listAddresses(getPermittedAccount()) },
    eth_chainId: { run: ({ state }) => toHex(state.chainId) },
    net_version: { usesChain: true, run: ({ state }) => String(state.chainId) },
    web3_clientVersion: { run: () => 'flagbearer/wallet' },
    personal_sign: {
      validate: readMessageAndAddress,
      needsApproval: (context) => findSigningAccount(context) !== undefined,
      usesChain: true,
      run: signForAccount,
    },
    wallet_switchEthereumChain: {
      validate: parseChainId,
      needsApproval({ state, params }) {
        const chainId = parseChainId(params);
        return chainId !== state.chainId && state.chains.includes(chainId);
      },
      run({ state, params, switchChain }) {
        const chainId = parseChainId(params);
        if (!state.chains.includes(chainId)) throw new ProviderRpcError('unrecognizedChain');
        switchChain(chainId);
        return null;
      },
    },
    wallet_addEthereumChain: {
      validate: requireChainDefinition,
      needsApproval: alwaysNeedsApproval,
      // EIP-3085 does not require a switch to the new chain, but wallets switch, and apps rely on the switch.
      run({ params, switchChain }) {
        switchChain(parseChainId(params));
        return null;
      },
    },
    wallet_requestPermissions: {
      validate: requireAccountsPermission,
      needsApproval: alwaysNeedsApproval,
      run(context) {
        context.grantPermission();
        return listPermissions(requireAccount(context));
      },
    },
    wallet_getPermissions: {
      run: ({ getPermittedAccount }) => listPermissions(getPermittedAccount()),
    },
    wallet_revokePermissions: {
      validate: requireAccountsPermission,
      run({ revokePermission }) {
        revokePermission();
        return null;
      },
    },
  }),
);

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value);

function signForAccount(context: MethodContext): string | Promise<string> {
  const account = findSigningAccount(context);
  if (account === undefined) throw new ProviderRpcError('unauthorized');
  const { signWith, ...next } = context.state.next;
  context.state.next = next;
  if (signWith !== undefined) context.record.signedWith = signWith;
  const { message } = readMessageAndAddress(context.params);
  return context.sign(message, account.privateKey, signWith);
}

/** Returns the account in a signing request; undefined if the app has no permission for the account. */
function findSigningAccount({
  params,
  getPermittedAccount,
}: MethodContext): PageAccount | undefined {
  const { address } = readMessageAndAddress(params);
  const account = getPermittedAccount();
  return account?.address.toLowerCase() === address.toLowerCase() ? account : undefined;
}

/** Accepts both orders: message first, as the method defines, or address first, as in `eth_sign`. */
function readMessageAndAddress(params: readonly unknown[]): { message: string; address: string } {
  const [first, second] = params;
  const [message, address] = isAddress(second) ? [first, second] : [second, first];
  if (typeof message !== 'string' || !isAddress(address)) {
    const expected = 'personal_sign: expected [message, address], two strings.';
    throw new ProviderRpcError('invalidParams', expected);
  }
  return { message, address };
}

/** Parses a chain ID (EIP-3326): 0x and hex digits without leading zeros, a safe integer. */
function parseChainId([chain]: readonly unknown[]): number {
  const chainId = getProperty(chain, 'chainId');
  if (typeof chainId === 'string' && /^0x[1-9a-fA-F][0-9a-fA-F]{0,12}$/.test(chainId)) {
    return Number(chainId);
  }
  const expected = 'chainId: expected 0x and hex digits without leading zeros.';
  throw new ProviderRpcError('invalidParams', expected);
}

/** Throws unless the first parameter defines a chain (EIP-3085). */
function requireChainDefinition(params: readonly unknown[]): void {
  parseChainId(params);
  const urls = getProperty(params[0], 'rpcUrls');
  if (!Array.isArray(urls) || urls.length === 0) {
    throw new ProviderRpcError('invalidParams', 'rpcUrls: expected at least one URL.');
  }
}

/** Throws unless the permission `eth_accounts` is requested (EIP-2255). */
function requireAccountsPermission([requested]: readonly unknown[]): void {
  if (getProperty(requested, 'eth_accounts') === undefined) {
    throw new ProviderRpcError('invalidParams', 'Expected [{ eth_accounts: {} }].');
  }
}

function getProperty(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name);
}

function requireAccount({ getPermittedAccount }: MethodContext): PageAccount {
  const account = getPermittedAccount();
  if (account === undefined) throw new ProviderRpcError('unauthorized');
  return account;
}

export function listAddresses(account: PageAccount | undefined): string[] {
  return account === undefined ? [] : [account.address];
}

function listPermissions(account: PageAccount | undefined): object[] {
  if (account === undefined) return [];
  const caveats = [{ type: 'restrictReturnedAccounts', value: [account.address] }];
  return [{ parentCapability: 'eth_accounts', caveats }];
}

export function toHex(chainId: number): string {
  return `0x${chainId.toString(16)}`;
}
