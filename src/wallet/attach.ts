import type { WalletControls } from './page/page-wallet.ts';

/** The required methods of a page of Playwright or Puppeteer. */
export interface EvaluatingPage {
  evaluate(expression: string): Promise<unknown>;
}

type Remote<Controls> = {
  readonly [Name in keyof Controls]: Controls[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : Remote<Controls[Name]>;
};

/** The controls of a wallet in a page of another process. */
export type AttachedWallet = Remote<WalletControls>;

/** Calls the controls of the wallet in the page. */
export function attachTo(page: EvaluatingPage, handle: string): AttachedWallet {
  const name = JSON.stringify(handle);
  const missing = JSON.stringify(
    'This page has no wallet. Add the script before the page loads, and open the page first.',
  );
  const remote =
    <Result>(path: string) =>
    async (...args: readonly unknown[]): Promise<Result> => {
      const list = args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ');
      const expression = `(() => {
        const wallet = globalThis[${name}];
        if (wallet === undefined) throw new Error(${missing});
        return wallet.${path}(${list});
      })()`;
      // The script in the page has the types of the controls.
      return (await page.evaluate(expression)) as Result;
    };
  return {
    next: {
      reject: remote('next.reject'),
      stall: remote('next.stall'),
      signWith: remote('next.signWith'),
    },
    switchAccount: remote('switchAccount'),
    switchChain: remote('switchChain'),
    lock: remote('lock'),
    unlock: remote('unlock'),
    disconnect: remote('disconnect'),
    reconnect: remote('reconnect'),
    message: remote('message'),
    records: remote('records'),
  };
}
