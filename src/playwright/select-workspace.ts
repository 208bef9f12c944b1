/** The method of Playwright's BrowserContext that `selectWorkspace` uses. */
export interface RoutedContext {
  route(
    matches: (url: URL) => boolean,
    handle: (route: {
      request(): { headers(): Record<string, string> };
      fallback(changes: { readonly headers: Record<string, string> }): Promise<void>;
    }) => Promise<void>,
  ): Promise<unknown>;
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Adds the header `Flagbearer-Workspace` to requests that pages of a browser context send to the sandbox.
 * Requests that select a workspace by path, and requests to other servers, are not changed.
 *
 * @param sandboxUrl the URL of the sandbox: `http://127.0.0.1:4020`
 */
export async function selectWorkspace(
  context: RoutedContext,
  sandboxUrl: string,
  workspace: string,
): Promise<void> {
  const sandbox = new URL(sandboxUrl);
  const isSandbox = ({ origin, protocol, port, hostname }: URL): boolean =>
    origin === sandbox.origin ||
    (protocol === sandbox.protocol &&
      port === sandbox.port &&
      LOOPBACK.has(hostname) &&
      LOOPBACK.has(sandbox.hostname));
  await context.route(
    (url) => isSandbox(url) && !url.pathname.startsWith('/w/'),
    async (route) => {
      const headers = { ...route.request().headers(), 'flagbearer-workspace': workspace };
      await route.fallback({ headers });
    },
  );
}
