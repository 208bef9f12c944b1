import type { PageOptions, PageWindow } from '../../src/wallet/page/page-options.ts';
import { install } from '../../src/wallet/page/install.ts';
import type { WalletControls } from '../../src/wallet/page/page-wallet.ts';
import type { Provider } from '../../src/wallet/page/provider.ts';
import { FIRST_TEST_WALLETS, type TestWallet } from '../../src/ports/first-test-wallets.ts';

class Announcement extends Event {
  readonly detail: unknown;

  constructor(type: string, { detail }: { detail: unknown }) {
    super(type);
    this.detail = detail;
  }
}

/** The parts of a browser window that the wallet needs. Timers run only in `runTimers`. */
export class FakeWindow extends EventTarget implements PageWindow {
  readonly document = { readyState: 'loading' };
  readonly CustomEvent = Announcement;
  readonly sessionStorage: PageWindow['sessionStorage'];
  readonly timers: { run: () => void; milliseconds: number }[] = [];
  ethereum?: Provider;

  constructor(storedItems = new Map<string, string>()) {
    super();
    this.sessionStorage = {
      getItem: (key) => storedItems.get(key) ?? null,
      setItem: (key, value) => void storedItems.set(key, value),
    };
  }

  setTimeout(run: () => void, milliseconds: number): void {
    this.timers.push({ run, milliseconds });
  }

  /** Runs all timers. Returns their delays in milliseconds. */
  runTimers(): number[] {
    return this.timers.splice(0).map(({ run, milliseconds }) => {
      run();
      return milliseconds;
    });
  }
}

export const [firstWallet, secondWallet] = FIRST_TEST_WALLETS as readonly [TestWallet, TestWallet];

export const options: PageOptions = {
  name: 'Test wallet',
  icon: 'data:image/svg+xml,<svg/>',
  rdns: 'test.example',
  uuid: '00000000-0000-4000-a000-000000000000',
  accounts: [firstWallet, secondWallet],
  chainId: 1,
  chains: [1, 137],
  connected: false,
  windowEthereum: true,
  handle: 'wallet',
  binding: '',
};

export interface InstalledWallet {
  readonly window: FakeWindow;
  readonly provider: Provider;
  readonly wallet: WalletControls;
  /** Each event that the provider emitted. */
  readonly events: [name: string, value: unknown][];
  /** Sends a request to the provider. */
  request(method: string, ...params: unknown[]): Promise<unknown>;
}

export function installWallet(
  overrides: Partial<PageOptions> = {},
  window = new FakeWindow(),
): InstalledWallet {
  let announced: Provider | undefined;
  window.addEventListener('eip6963:announceProvider', (event) => {
    announced = ((event as Announcement).detail as { provider: Provider }).provider;
  });
  install(window, { ...options, ...overrides });
  if (announced === undefined) throw new Error('no provider was announced');
  const provider = announced;
  const events: InstalledWallet['events'] = [];
  for (const name of ['accountsChanged', 'chainChanged', 'connect', 'disconnect', 'message']) {
    provider.on(name, (value) => events.push([name, value]));
  }
  return {
    window,
    provider,
    events,
    wallet: Reflect.get(window, overrides.handle ?? options.handle) as WalletControls,
    request: (method, ...params) => provider.request({ method, params }),
  };
}
