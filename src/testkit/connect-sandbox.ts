import { requireFetch, type Sandbox } from './start-sandbox.ts';

/**
 * Connects to a running sandbox, such as the sandbox of `flagbearer exec`. Its client report then includes the
 * requests of the tests. `close()` does not change the sandbox or its workspaces.
 *
 * ```ts
 * const { FLAGBEARER_URL: url } = process.env;
 * const sandbox = url ? await connectSandbox(url) : await startSandbox();
 * ```
 *
 * @param url of the sandbox: `http://127.0.0.1:4020`
 * @throws TypeError for an invalid URL; ControlError if the control token is rejected; Error if no sandbox
 * responds at the URL
 */
export async function connectSandbox(
  url: string,
  { controlToken }: { readonly controlToken?: string } = {},
): Promise<Sandbox> {
  requireFetch();
  if (!URL.canParse(url) || !/^https?:/.test(new URL(url).protocol)) {
    throw new TypeError(
      `connectSandbox: expected the URL of a sandbox, such as "http://127.0.0.1:4020", got ${JSON.stringify(url)}.`,
    );
  }
  const [{ createControlClient, readData }, { createWorkspaceFactory }] = await Promise.all([
    import('./control-client.ts'),
    import('./workspace-factory.ts'),
  ]);
  const { origin, pathname } = new URL(url);
  const root = origin + pathname.replace(/\/+$/, '');
  const control = createControlClient(`${root}/sandbox`, controlToken);
  const health = await readData(control.GET('/health')).catch((cause: unknown) => {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new Error(`${root} is not a sandbox: its response is not JSON. Check the URL.`, {
      cause,
    });
  });
  // Another server can respond with any JSON, or without a body.
  if ((health as Partial<typeof health> | null | undefined)?.name !== 'flagbearer') {
    throw new Error(
      `${root} is not a sandbox: unexpected response to GET /sandbox/health. Check the URL.`,
    );
  }
  const params = { path: { name: health.workspace } };
  const { clients, seed } = await readData(control.GET('/workspaces/{name}', { params }));
  const close = (): Promise<void> => Promise.resolve();
  return {
    url: root,
    scenario: health.scenario,
    seed,
    clients,
    ...(controlToken !== undefined && { controlToken }),
    ...createWorkspaceFactory(root, controlToken),
    close,
    [Symbol.asyncDispose]: close,
  };
}
