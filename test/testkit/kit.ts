/** Functions that several tests of the test kit share. */
import { expect } from 'vitest';

import type { ServiceClient, Wallet, Workspace } from '../../src/index.ts';

const START = '/v1/auth/cryptoWallet:start';
export const AUTHENTICATE = '/v1/auth/cryptoWallet:authenticate';

export function toIdentity({ address }: Wallet) {
  return { walletAddress: address, walletNetwork: 'ETHEREUM' } as const;
}

export async function requestChallenge(client: ServiceClient, wallet: Wallet): Promise<string> {
  const { data } = await client.POST(START, { body: toIdentity(wallet) });
  expect(data).toBeDefined();
  return data!.challenge;
}

/** Signs in by wallet. Returns the client with the session of the user. */
export async function signIn(client: ServiceClient, wallet: Wallet): Promise<ServiceClient> {
  const signature = await wallet.sign(await requestChallenge(client, wallet));
  const { data } = await client.POST(AUTHENTICATE, { body: { ...toIdentity(wallet), signature } });
  expect(data).toBeDefined();
  return client.as(data!.sessionJwt);
}

export async function listKeys(workspace: Workspace): Promise<(string | null)[]> {
  return (await workspace.users.list()).map(({ key }) => key);
}
