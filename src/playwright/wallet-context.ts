/** The methods of Playwright's Frame and BrowserContext that the wallet uses. */
export interface Frame {
  evaluate(expression: string): Promise<unknown>;
}

export interface WalletContext {
  pages(): readonly { frames(): readonly Frame[] }[];
  addInitScript(script: { readonly content: string }): Promise<unknown>;
  exposeBinding<Message>(
    name: string,
    respond: (source: { readonly frame: Frame }, message: Message) => Promise<unknown>,
  ): Promise<unknown>;
}

export interface RoutedContext {
  route(
    matches: (url: URL) => boolean,
    handle: (route: {
      request(): { headers(): Record<string, string> };
      fallback(changes: { readonly headers: Record<string, string> }): Promise<void>;
    }) => Promise<void>,
  ): Promise<unknown>;
}
