import type { WalletControls } from './page/page-wallet.ts';

/** The method of a page of Playwright or Puppeteer that `attach` uses. */
export interface EvaluatingPage {
  evaluate(expression: string): Promise<unknown>;
}

type Remote<Controls> = {
  readonly [Name in keyof Controls]: Controls[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : Remote<Controls[Name]>;
};

/** The controls of a wallet in another process, such as a page. */
export type AttachedWallet = Remote<WalletControls>;

/** Returns the controls of the wallet in the page. */
export function attach(page: EvaluatingPage, handle: string): AttachedWallet {
  const name = JSON.stringify(handle);
  const missing = JSON.stringify(
    'This page has no wallet. Add the script before the page loads, and open the page first.',
  );
  return createRemoteControls((path, args) =>
    page.evaluate(`(() => {
      const wallet = globalThis[${name}];
      if (wallet === undefined) throw new Error(${missing});
      return wallet.${path}(${toArgumentList(args)});
    })()`),
  );
}

/** Returns the arguments of a call as JavaScript. */
export function toArgumentList(args: readonly unknown[]): string {
  return args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ');
}

/** Returns controls of a wallet in another process. @param call calls the control at a path: `next.reject` */
export function createRemoteControls(
  call: (path: string, args: readonly unknown[]) => Promise<unknown>,
): AttachedWallet {
  // The other process returns results of the declared types.
  const createRemote =
    <Result>(path: string) =>
    (...args: readonly unknown[]) =>
      call(path, args) as Promise<Result>;
  return {
    next: {
      reject: createRemote('next.reject'),
      stall: createRemote('next.stall'),
      signWith: createRemote('next.signWith'),
    },
    switchAccount: createRemote('switchAccount'),
    switchChain: createRemote('switchChain'),
    lock: createRemote('lock'),
    unlock: createRemote('unlock'),
    disconnect: createRemote('disconnect'),
    reconnect: createRemote('reconnect'),
    message: createRemote('message'),
    records: createRemote('records'),
  };
}
