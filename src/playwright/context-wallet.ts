import { AsyncLocalStorage } from 'node:async_hooks';

import { toArgumentList, createRemoteControls, type AttachedWallet } from '../wallet/attach.ts';
import {
  toPageOptions,
  createPageScript,
  type InjectedWalletOptions,
} from '../wallet/page-script.ts';
import { PROVIDER_EVENTS, ProviderRpcError } from '../wallet/page/provider.ts';
import { PageWallet, type WalletControls } from '../wallet/page/page-wallet.ts';
import type { Signer } from '../wallet/page/personal-sign.ts';
import type { RemoteMessage, RemoteResponse } from '../wallet/page/remote-wallet.ts';
import type { WalletRecord } from '../wallet/page/wallet-state.ts';

/** The method of Playwright's Frame that the wallet uses. */
export interface Frame {
  evaluate(expression: string): Promise<unknown>;
}

/** The methods of Playwright's BrowserContext that the wallet uses. */
export interface WalletContext {
  pages(): readonly { frames(): readonly Frame[] }[];
  addInitScript(script: { readonly content: string }): Promise<unknown>;
  exposeBinding<Message>(
    name: string,
    respond: (source: { readonly frame: Frame }, message: Message) => Promise<unknown>,
  ): Promise<unknown>;
}

export interface ContextWalletOptions extends InjectedWalletOptions {
  /**
   * Where messages are signed: `test` (default): in the test process, so that pages never get the keys; `page`: in the
   * page.
   */
  readonly signing?: 'test' | 'page';
  /** Receives each request with its response, before the app has the response. */
  readonly onRecord?: (record: WalletRecord) => Promise<unknown>;
}

/** A wallet that all pages of a browser context share, as with a browser extension. */
export interface ContextWallet extends AttachedWallet {
  /** The addresses of the accounts with EIP-55 checksum. */
  readonly addresses: readonly string[];
}

/**
 * Installs a wallet in the pages of a browser context, before their scripts run. The wallet is in the test
 * process: its controls work before a page is open, and its state survives navigation to another origin.
 *
 * @throws TypeError for an unknown or invalid option; RangeError for a test wallet index out of range
 */
export async function addWallet(
  context: WalletContext,
  { signing = 'test', onRecord, ...options }: ContextWalletOptions = {},
): Promise<ContextWallet> {
  if (signing !== 'test' && signing !== 'page') {
    throw new TypeError(
      `addWallet: signing: expected "test" or "page", got ${JSON.stringify(signing)}`,
    );
  }
  const pageOptions = toPageOptions(options);
  const handle = JSON.stringify(pageOptions.handle);
  const binding = `${pageOptions.handle}Request`;

  const frameOfRequest = new AsyncLocalStorage<Frame>();
  const signWithinFrame: Signer = async (...args) =>
    String(
      await frameOfRequest
        .getStore()
        ?.evaluate(`globalThis[${handle}].sign(${toArgumentList(args)})`),
    );
  const globals = {
    sessionStorage: undefined,
    setTimeout: (run: () => void, milliseconds: number) => setTimeout(run, milliseconds).unref(),
  };
  const wallet = new PageWallet(globals, pageOptions, {
    ...(signing === 'page' && { sign: signWithinFrame }),
    ...(onRecord && { onRecord: (record) => onRecord(structuredClone(record)) }),
  });

  /** The only frame that receives events; undefined if all frames receive them. */
  let receiver: Frame | undefined;
  const deliveries = new Set<Promise<unknown>>();
  for (const event of PROVIDER_EVENTS) {
    wallet.provider.on(event, (value) => {
      const frames = receiver ? [receiver] : context.pages().flatMap((page) => page.frames());
      const emit = `globalThis[${handle}]?.emit("${event}", ${toJson(value)})`;
      for (const frame of frames) {
        // Fails if the frame navigates away: then it has no listeners.
        const delivery = frame.evaluate(emit).catch(() => undefined);
        deliveries.add(delivery);
        void delivery.then(() => deliveries.delete(delivery));
      }
    });
  }

  const respond = async (request: unknown): Promise<RemoteResponse> => {
    try {
      // The wallet validates the request of the app.
      const result = await wallet.provider.request(request as { method: string });
      return { result };
    } catch (error) {
      const { code, message } = ProviderRpcError.from(error as Error);
      return { error: { code, message } };
    }
  };

  await context.exposeBinding(binding, async ({ frame }, message: RemoteMessage) => {
    if (message === 'loaded') {
      receiver = frame;
      wallet.emitConnect();
      receiver = undefined;
      return undefined;
    }
    const response = await frameOfRequest.run(frame, () => respond(message.request));
    await Promise.all(deliveries);
    return response;
  });
  await context.addInitScript({
    content: createPageScript({ ...pageOptions, accounts: [], binding }),
  });

  return {
    addresses: pageOptions.accounts.map(({ address }) => address),
    // Changes the wallet immediately; resolves when the pages have received the events.
    ...createRemoteControls(async (path, args) => {
      const result = getControl(wallet.controls, path)(...args);
      await Promise.all(deliveries);
      return result;
    }),
  };
}

/** Returns the control at a path: `next.reject`. */
function getControl(controls: WalletControls, path: string) {
  let control: unknown = controls;
  for (const name of path.split('.')) control = Reflect.get(Object(control), name);
  return control as (...args: readonly unknown[]) => unknown;
}

function toJson(value: unknown): string {
  const { code, message } = (value ?? {}) as { code?: unknown; message?: unknown };
  // JSON omits the message of an error.
  const plain = value instanceof Error ? { code, message } : value;
  return JSON.stringify(plain) ?? 'undefined';
}
