/** An app that signs in with a wallet (§5.3), through any Ethereum library. */

export interface WalletLibrary {
  /** @returns the address of the account */
  connect(): Promise<string>;
  sign(message: string, address: string): Promise<string>;
}

export interface Service {
  readonly url: string;
  readonly id: string;
  readonly secret: string;
}

/** The result of a step: the status of the service, or the error of the library. */
export type Outcome =
  | { readonly status: number; readonly userMask?: unknown }
  | { readonly error: { readonly name: string; readonly rpcCode: number | undefined } };

/** The two steps of a sign-in. A test can change the wallet between these steps. */
export interface App {
  start(service: Service): Promise<Outcome>;
  authenticate(): Promise<Outcome>;
}

/** Creates the app and makes it available to the test, as `window.app`. */
export function exposeApp(library: WalletLibrary): void {
  let service: Service;
  let address = '';
  let challenge = '';
  const send = async (operation: string, body: object): Promise<Response> =>
    fetch(`${service.url}/v1/auth/cryptoWallet:${operation}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'service-client-id': service.id,
        'service-client-secret': service.secret,
      },
      body: JSON.stringify({ walletAddress: address, walletNetwork: 'ETHEREUM', ...body }),
    });
  const app: App = {
    start: async (target) =>
      captureOutcome(async () => {
        service = target;
        address = await library.connect();
        const response = await send('start', {});
        ({ challenge } = (await response.json()) as { challenge: string });
        return { status: response.status };
      }),
    authenticate: async () =>
      captureOutcome(async () => {
        const signature = await library.sign(challenge, address);
        const response = await send('authenticate', { signature });
        const { userMask } = (await response.json()) as { userMask?: unknown };
        return { status: response.status, userMask };
      }),
  };
  Object.assign(globalThis, { app });
}

async function captureOutcome(step: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await step();
  } catch (error) {
    const { name } = error as Error;
    return { error: { name, rpcCode: getRpcCode(error) } };
  }
}

/** Returns the code of the error of the wallet. Some libraries wrap this error. */
function getRpcCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause, error: wrapped, info } = error as Record<string, unknown>;
  if (typeof code === 'number') return code;
  return [cause, wrapped, info].map(getRpcCode).find((innerCode) => innerCode !== undefined);
}
