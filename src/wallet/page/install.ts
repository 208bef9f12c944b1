import type { PageOptions, PageWindow } from './page-options.ts';
import { PageWallet } from './page-wallet.ts';
import { RemoteWallet } from './remote-wallet.ts';

/**
 * Installs the wallet in a window: announces it (EIP-6963), sets `window.ethereum` if requested, and stores the
 * controls in the property `options.handle`. Does nothing if that property exists.
 */
export function install(window: PageWindow, options: PageOptions): void {
  if (options.handle in window) return;
  const wallet =
    options.binding === '' ? new PageWallet(window, options) : new RemoteWallet(window, options);
  const { provider, controls } = wallet;
  Object.defineProperty(window, options.handle, { value: controls });
  if (options.windowEthereum) {
    Object.defineProperty(window, 'ethereum', {
      value: provider,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }

  const { uuid, name, icon, rdns } = options;
  const detail = Object.freeze({ info: Object.freeze({ uuid, name, icon, rdns }), provider });
  const announce = (): void => {
    window.dispatchEvent(new window.CustomEvent('eip6963:announceProvider', { detail }));
  };
  window.addEventListener('eip6963:requestProvider', announce);
  announce();

  // Listeners exist only after the scripts of the page have run.
  const connect = (): void => wallet.emitConnect();
  if (window.document.readyState === 'complete') window.setTimeout(connect, 0);
  else window.addEventListener('load', connect, { once: true });
}
