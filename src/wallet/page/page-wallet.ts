import { listAddresses, toHex, METHODS, type Method, type MethodContext } from './methods.ts';
import type { PageAccount, PageOptions, WalletWindow } from './page-options.ts';
import {
  SIGNATURE_FAULTS,
  signMessage,
  type SignatureFault,
  type Signer,
} from './personal-sign.ts';
import { createProvider, ProviderRpcError, type Provider, type ProviderEvent } from './provider.ts';
import {
  loadState,
  saveState,
  type NextBehaviour,
  type WalletRecord,
  type WalletState,
} from './wallet-state.ts';

/** Controls the wallet like its user, and simulates faults. */
export interface WalletControls {
  /** Changes the response to the next request that requires the approval of the user. */
  readonly next: {
    /** Rejects the request with 4001. */
    reject(): void;
    /** Delays the response. */
    stall(milliseconds: number): void;
    /** Creates a signature that the service must refuse; with `highS`, a signature that it may refuse. */
    signWith(fault: SignatureFault): void;
  };
  /** Selects an account of the wallet. @param index index in the option `accounts` */
  switchAccount(index: number): void;
  /** Selects a chain; adds an unknown chain first. @param chainId such as 137 */
  switchChain(chainId: number): void;
  /** Hides the account: requests that need an account are rejected with 4100. */
  lock(): void;
  unlock(): void;
  /**
   * Disconnects the wallet from its network.
   *
   * @param scope `all`: every request is rejected with 4900; `chain`: requests that need the current chain are
   * rejected with 4901
   */
  disconnect(scope?: 'all' | 'chain'): void;
  reconnect(): void;
  /** Emits the event `message`. */
  message(type: string, data: unknown): void;
  /** Returns the requests that the wallet received, with their responses, in order. */
  records(): readonly WalletRecord[];
}

/** Functions of the test process for a wallet that runs there. */
export interface WalletProcess {
  readonly sign?: Signer;
  /** Receives each request with its response, before the app has the response. */
  readonly onRecord?: (record: WalletRecord) => Promise<unknown>;
}

/** A wallet in a page, or in the test process (`process`): a provider for the app, controls for the test. */
export class PageWallet {
  readonly provider: Provider;
  readonly controls: WalletControls = Object.freeze({
    next: Object.freeze({
      reject: () => this.#setNext({ rejects: true }),
      stall: (milliseconds: number) => this.#setNext({ stall: milliseconds }),
      signWith: (fault: SignatureFault) => {
        if (!SIGNATURE_FAULTS.includes(fault)) {
          throw new TypeError(
            `signWith: expected one of ${SIGNATURE_FAULTS.join(', ')}, got "${fault}"`,
          );
        }
        this.#setNext({ signWith: fault });
      },
    }),
    switchAccount: (index: number) => {
      if (this.#options.accounts[index] === undefined) {
        const last = this.#options.accounts.length - 1;
        throw new RangeError(`switchAccount: expected an index from 0 to ${last}, got ${index}`);
      }
      this.#changeAccounts(() => (this.#state.account = index));
    },
    switchChain: (chainId: number) => this.#switchChain(chainId),
    lock: () => this.#changeAccounts(() => (this.#state.locked = true)),
    unlock: () => this.#changeAccounts(() => (this.#state.locked = false)),
    disconnect: (scope: 'all' | 'chain' = 'all') =>
      this.#setNetwork(scope === 'all' ? 'disconnected' : 'chainDisconnected'),
    reconnect: () => this.#setNetwork('online'),
    message: (type: string, data: unknown) => this.#emit('message', { type, data }),
    records: () => structuredClone(this.#state.records),
  });

  readonly #window: WalletWindow;
  readonly #options: PageOptions;
  readonly #state: WalletState;
  readonly #emit: (event: ProviderEvent, value: unknown) => void;
  readonly #process: WalletProcess;

  constructor(window: WalletWindow, options: PageOptions, process: WalletProcess = {}) {
    this.#window = window;
    this.#options = options;
    this.#process = process;
    this.#state = loadState(window, options);
    const { provider, emit } = createProvider(window, (request) => this.#request(request));
    this.provider = provider;
    this.#emit = emit;
  }

  /** Emits `connect` if the wallet is not disconnected. */
  emitConnect(): void {
    if (this.#state.network === 'disconnected') return;
    this.#emit('connect', { chainId: toHex(this.#state.chainId) });
  }

  async #request(request: unknown): Promise<unknown> {
    const { method, params } = (request ?? {}) as { method?: unknown; params?: unknown };
    if (typeof method !== 'string' || method === '') throw new ProviderRpcError('invalidRequest');
    const record: WalletRecord = {
      method,
      params: structuredClone(params),
      chainId: this.#state.chainId,
      status: 'pending',
    };
    this.#state.records.push(record);
    try {
      const result = await this.#perform(method, params, record);
      Object.assign(record, { status: 'resolved', result });
      return result;
    } catch (thrown) {
      const error = ProviderRpcError.from(thrown as Error);
      const { code, message } = error;
      Object.assign(record, { status: 'rejected', error: { code, message } });
      throw error;
    } finally {
      this.#save();
      await this.#process.onRecord?.(record);
    }
  }

  async #perform(name: string, params: unknown, record: WalletRecord): Promise<unknown> {
    const method = METHODS.get(name);
    if (method === undefined) {
      throw new ProviderRpcError('unsupportedMethod', `The wallet does not support ${name}.`);
    }
    const context = this.#createContext(Array.isArray(params) ? params : [], record);
    this.#requireNetwork(method);
    method.validate?.(context.params);
    if (method.needsApproval?.(context) === true) {
      await this.#askUser();
      this.#requireNetwork(method);
    }
    return method.run(context);
  }

  #createContext(params: readonly unknown[], record: WalletRecord): MethodContext {
    return {
      state: this.#state,
      params,
      record,
      sign: this.#process.sign ?? signMessage,
      getPermittedAccount: () => this.#getPermittedAccount(),
      grantPermission: () => {
        if (this.#state.locked) throw new ProviderRpcError('unauthorized', 'The wallet is locked.');
        this.#changeAccounts(() => (this.#state.hasPermission = true));
      },
      revokePermission: () => this.#changeAccounts(() => (this.#state.hasPermission = false)),
      switchChain: (chainId) => this.#switchChain(chainId),
    };
  }

  async #askUser(): Promise<void> {
    const { rejects = false, stall, ...next } = this.#state.next;
    this.#state.next = next;
    this.#save();
    if (stall !== undefined) {
      await new Promise<void>((resolve) => this.#window.setTimeout(resolve, stall));
    }
    if (rejects) throw new ProviderRpcError('userRejected');
  }

  #requireNetwork({ usesChain = false }: Method): void {
    const { network } = this.#state;
    if (network === 'disconnected') throw new ProviderRpcError('disconnected');
    if (network === 'chainDisconnected' && usesChain) {
      throw new ProviderRpcError('chainDisconnected');
    }
  }

  #getPermittedAccount(): PageAccount | undefined {
    const { hasPermission, locked, account } = this.#state;
    return hasPermission && !locked ? this.#options.accounts[account] : undefined;
  }

  /** Applies a change; emits `accountsChanged` if the permitted account is different afterwards. */
  #changeAccounts(change: () => void): void {
    const before = this.#getPermittedAccount();
    change();
    this.#save();
    const after = this.#getPermittedAccount();
    if (before !== after) this.#emit('accountsChanged', listAddresses(after));
  }

  #switchChain(chainId: number): void {
    const state = this.#state;
    if (!Number.isSafeInteger(chainId) || chainId < 1) {
      throw new RangeError(`switchChain: expected a positive integer, got ${chainId}`);
    }
    if (!state.chains.includes(chainId)) state.chains.push(chainId);
    const hasChanged = state.chainId !== chainId;
    state.chainId = chainId;
    // Only the previous chain was disconnected.
    if (hasChanged && state.network === 'chainDisconnected') state.network = 'online';
    this.#save();
    if (hasChanged) this.#emit('chainChanged', toHex(chainId));
  }

  #setNetwork(network: WalletState['network']): void {
    const before = this.#state.network;
    if (network === before) return;
    this.#state.network = network;
    this.#save();
    if (network === 'disconnected') {
      this.#emit('disconnect', new ProviderRpcError('disconnected'));
    } else if (before === 'disconnected') this.emitConnect();
  }

  #setNext(next: NextBehaviour): void {
    Object.assign(this.#state.next, next);
    this.#save();
  }

  #save(): void {
    saveState(this.#window, this.#options, this.#state);
  }
}
