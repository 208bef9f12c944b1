import type { PageOptions, PageWindow } from './page-options.ts';
import { signMessage } from './personal-sign.ts';
import { createProvider, ProviderRpcError, type Provider, type ProviderEvent } from './provider.ts';

/**
 * A message of a page to the wallet in the test process: a request of the app, or `loaded` after the scripts of
 * the page have run.
 */
export type RemoteMessage = { readonly request: unknown } | 'loaded';

/** The response to a request, as JSON. */
export type RemoteResponse =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

type Send = (message: RemoteMessage) => Promise<RemoteResponse>;

/** The functions of a page that the test process calls. */
interface RemoteControls {
  emit(event: ProviderEvent, value: unknown): void;
  /** Signs in the page. */
  readonly sign: typeof signMessage;
}

/** The part of a wallet that runs in the page; it forwards requests to the wallet in the test process. */
export class RemoteWallet {
  readonly provider: Provider;
  readonly controls: RemoteControls;
  readonly #send: Send;

  constructor(window: PageWindow, { binding }: PageOptions) {
    this.#send = (message) => (Reflect.get(window, binding) as Send)(message);
    const { provider, emit } = createProvider(window, (request) => this.#request(request));
    this.provider = provider;
    this.controls = Object.freeze({
      emit: (event: ProviderEvent, value: unknown) =>
        // The value of the event `disconnect` is an error.
        emit(event, event === 'disconnect' ? ProviderRpcError.from(value as Error) : value),
      sign: signMessage,
    });
  }

  /** Reports that the page has loaded; the wallet in the test process then emits `connect`. */
  emitConnect(): void {
    void this.#send('loaded');
  }

  async #request(request: unknown): Promise<unknown> {
    const response = await this.#send({ request });
    if ('error' in response) throw ProviderRpcError.from(response.error);
    return response.result;
  }
}
