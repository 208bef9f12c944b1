import { Wallet } from 'ethers';
import { afterAll, beforeAll, expect } from 'vitest';

import { isLong } from '../setup/test-length.ts';
import type { Reason } from './refusals.ts';
import {
  seededAccounts,
  startIndependentServer,
  variants,
  type IndependentServer,
} from './server.ts';
import { VariantClient, type SignedIn } from './variant-client.ts';
import type { Variant } from './variant.ts';

/** The variants by name: all of them in the long form, else four that have little in common. */
export const testedVariants: readonly (readonly [string, Variant])[] = Object.entries<Variant>(
  variants,
).filter(([name]) => isLong || ['plain', 'terse', 'forgetful', 'pages'].includes(name));

/** Two client applications of a server that runs while the tests of one `describe` do. */
export function applicationsOf(variant: Variant) {
  let started: IndependentServer | undefined;
  const server = () => {
    if (started === undefined) throw new Error('The server was not started.');
    return started;
  };
  const client = new VariantClient(server, variant, 'credentials');
  const second = new VariantClient(server, variant, 'secondCredentials');

  beforeAll(async () => {
    started = await startIndependentServer({ variant });
  });
  afterAll(async () => started?.close());

  return {
    server,
    client,
    second,

    refused(reason: Reason) {
      return { status: variant.answers.statuses[reason] };
    },

    async signIn(wallet: Wallet): Promise<SignedIn> {
      const signedIn = await client.signInByWallet(wallet);
      expect(signedIn.sessionJwt).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      return signedIn;
    },
  };
}

/** An account that has all there is to sign in with. */
export function seeded(name: string) {
  const account = seededAccounts.find((account) => account.name === name);
  const { privateKey, phoneNumber, emailAddress } = account ?? {};
  if (!privateKey || !phoneNumber || !emailAddress) throw new Error(`${name} lacks something`);
  return { wallet: new Wallet(privateKey), sms: phoneNumber, email: emailAddress };
}

export function newWallet(): Wallet {
  return new Wallet(Wallet.createRandom().privateKey);
}
