import { requireFetch, type Sandbox } from './start-sandbox.ts';

/** A sandbox that another process runs. */
export type ConnectedSandbox = Pick<
  Sandbox,
  'url' | 'workspace' | 'close' | typeof Symbol.asyncDispose
>;

/**
 * Connects to a running sandbox, such as that of `flagbearer exec`, whose client report then includes the
 * requests of the tests. `close()` does not change the sandbox or its workspaces.
 *
 * ```ts
 * const { FLAGBEARER_URL: url } = process.env;
 * const sandbox = url ? await connectSandbox(url) : await startSandbox();
 * ```
 *
 * @param url of the sandbox: `http://127.0.0.1:4020`
 * @throws TypeError for an invalid URL; ControlError if the control token is rejected; Error if no sandbox
 * responds
 */
export async function connectSandbox(
  url: string,
  { controlToken }: { readonly controlToken?: string } = {},
): Promise<ConnectedSandbox> {
  requireFetch();
  if (!URL.canParse(url)) {
    throw new TypeError(
      `connectSandbox: expected the URL of a sandbox, such as process.env.FLAGBEARER_URL, got ${JSON.stringify(url)}.`,
    );
  }
  const [{ createControlClient, readData }, { createWorkspaceFactory }] = await Promise.all([
    import('./control-client.ts'),
    import('./workspace-factory.ts'),
  ]);
  const root = new URL(url).href.replace(/\/$/, '');
  await readData(createControlClient(`${root}/sandbox`, controlToken).GET('/health'));
  const close = (): Promise<void> => Promise.resolve();
  return {
    url: root,
    workspace: createWorkspaceFactory(root, controlToken),
    close,
    [Symbol.asyncDispose]: close,
  };
}
