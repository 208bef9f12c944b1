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

/** Names and variants: all in long runs, otherwise four that differ in many points. */
export const testedVariants: readonly (readonly [string, Variant])[] = Object.entries<Variant>(
  variants,
).filter(([name]) => isLong || ['plain', 'terse', 'forgetful', 'pages'].includes(name));

/** Starts a server with two client applications for the tests of one `describe`. */
export function startApplications(variant: Variant) {
  let started: IndependentServer | undefined;
  const getServer = () => {
    if (started === undefined) throw new Error('The server was not started.');
    return started;
  };
  const client = new VariantClient(getServer, variant, 'credentials');
  const second = new VariantClient(getServer, variant, 'secondCredentials');

  beforeAll(async () => {
    started = await startIndependentServer({ variant });
  });
  afterAll(async () => started?.close());

  return {
    getServer,
    client,
    second,

    /** Returns what a refusal of the variant contains, for `toMatchObject`. */
    createRefusal(reason: Reason) {
      return { status: variant.responses.errorStatus[reason] };
    },

    async signIn(wallet: Wallet): Promise<SignedIn> {
      const signedIn = await client.signInByWallet(wallet);
      expect(signedIn.sessionJwt).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      return signedIn;
    },
  };
}

/** Returns an account with a wallet, a phone number and an email address. */
export function getSeededAccount(name: string) {
  const account = seededAccounts.find((account) => account.name === name);
  const { privateKey, phoneNumber, emailAddress } = account ?? {};
  if (!privateKey || !phoneNumber || !emailAddress) throw new Error(`${name} is incomplete`);
  return { wallet: new Wallet(privateKey), sms: phoneNumber, email: emailAddress };
}

export function createWallet(): Wallet {
  return new Wallet(Wallet.createRandom().privateKey);
}
