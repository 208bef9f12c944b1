import { allowOnly, textOf, walletFields, walletOf } from './identities.ts';
import { userMaskOf } from './masks.ts';
import { bearerOf } from './clients.ts';
import { Refusal } from './refusals.ts';
import type { Answer, Call, Service } from './service.ts';
import { isFraud, type User } from './users.ts';

// §4.1
export function startWallet(service: Service, { client, fields }: Call): Answer {
  const { variant, users, challenges } = service;
  allowOnly(fields, ['walletAddress', ...walletFields(variant)], variant);
  const wallet = walletOf(fields, variant);
  if (variant.identities.unknown === 'refused at start' && !users.wallet(wallet.address)) {
    throw new Refusal('unknownIdentity');
  }
  return { challenge: challenges.issue(wallet, client.clientId) };
}

// §4.2
export async function authenticateWallet(service: Service, call: Call): Promise<Answer> {
  const { variant, challenges, sessions } = service;
  const { client, fields } = call;
  allowOnly(fields, ['walletAddress', 'signature', ...walletFields(variant)], variant);
  const wallet = walletOf(fields, variant);
  challenges.response(wallet, client.clientId, textOf(fields, 'signature'));
  const user = userWithWallet(service, wallet.address);
  client.lastUser = user;
  return {
    sessionJwt: await sessions.issue(user, client),
    userMask: userMaskOf(user, variant),
  };
}

function userWithWallet({ variant, users }: Service, address: string): User {
  const wallet = users.wallet(address);
  if (wallet !== undefined) {
    users.verify(wallet);
    return wallet.owner;
  }
  if (variant.identities.unknown !== 'sign up') throw new Refusal('unknownIdentity');
  const user = users.signUp();
  users.addWallet(user, address, true);
  return user;
}

// §4.3
export async function addWalletToUser(service: Service, call: Call): Promise<Answer> {
  const { variant, users } = service;
  allowOnly(call.fields, ['walletAddress', ...walletFields(variant)], variant);
  const { address } = walletOf(call.fields, variant);
  const user = await targetOf(service, call);
  // §7.4
  if (isFraud(user)) throw new Refusal('fraud');

  const known = users.wallet(address);
  if (known?.owner === user) {
    if (variant.wallet.addedAgain === 'refused') throw new Refusal('conflict');
    return {};
  }
  if (known?.verified || (known && variant.wallet.unverifiedElsewhere === 'refused')) {
    throw new Refusal('conflict');
  }
  users.addWallet(user, address, false);
  return {};
}

async function targetOf({ variant, sessions, users }: Service, call: Call): Promise<User> {
  if (variant.wallet.addedTo === 'last user of the client') {
    if (call.client.lastUser === undefined) throw new Refusal('unknownUser');
    return call.client.lastUser;
  }
  if (variant.wallet.addedTo === 'user of a header') {
    const named = users.withId(String(call.headers['x-account-id'] ?? ''));
    if (named === undefined) throw new Refusal('bearer');
    return named;
  }
  const user = await sessions.userOf(bearerOf(call.headers), call.client);
  if (user === undefined) throw new Refusal('bearer');
  return user;
}
