import { checkFieldNames, getText, listWalletFields, parseWallet } from './identities.ts';
import { createUserMask } from './masks.ts';
import { parseBearer } from './clients.ts';
import { Refusal } from './refusals.ts';
import type { ResponseBody, ClientRequest, Service } from './service.ts';
import { isFraud, type User } from './users.ts';

// §4.1
export function startWallet(service: Service, { client, fields }: ClientRequest): ResponseBody {
  const { variant, users, challenges } = service;
  checkFieldNames(fields, ['walletAddress', ...listWalletFields(variant)], variant);
  const wallet = parseWallet(fields, variant);
  if (variant.identities.unknown === 'refused at start' && !users.findWallet(wallet.address)) {
    throw new Refusal('unknownIdentity');
  }
  return { challenge: challenges.issue(wallet, client.clientId) };
}

// §4.2
export async function authenticateWallet(
  service: Service,
  request: ClientRequest,
): Promise<ResponseBody> {
  const { variant, challenges, sessions } = service;
  const { client, fields } = request;
  checkFieldNames(fields, ['walletAddress', 'signature', ...listWalletFields(variant)], variant);
  const wallet = parseWallet(fields, variant);
  challenges.consume(wallet, client.clientId, getText(fields, 'signature'));
  const user = findOrCreateUser(service, wallet.address);
  client.lastUser = user;
  return {
    sessionJwt: await sessions.issue(user, client),
    userMask: createUserMask(user, variant),
  };
}

function findOrCreateUser({ variant, users }: Service, address: string): User {
  const wallet = users.findWallet(address);
  if (wallet !== undefined) {
    users.verify(wallet);
    return wallet.owner;
  }
  if (variant.identities.unknown !== 'sign up') throw new Refusal('unknownIdentity');
  const user = users.signUp();
  users.addWallet(user, address, 'verified');
  return user;
}

// §4.3
export async function addWalletToUser(
  service: Service,
  request: ClientRequest,
): Promise<ResponseBody> {
  const { variant, users } = service;
  checkFieldNames(request.fields, ['walletAddress', ...listWalletFields(variant)], variant);
  const { address } = parseWallet(request.fields, variant);
  const user = await findAddTarget(service, request);
  // §7.4
  if (isFraud(user)) throw new Refusal('fraud');

  const existingWallet = users.findWallet(address);
  if (existingWallet?.owner === user) {
    if (variant.wallet.repeatedAdd === 'refused') throw new Refusal('conflict');
    return {};
  }
  const canMove = variant.wallet.unverifiedOfOtherUser === 'moved';
  if (existingWallet?.status === 'verified' || (existingWallet && !canMove))
    throw new Refusal('conflict');
  users.addWallet(user, address, 'unverified');
  return {};
}

/** Returns the user to whom the variant adds the wallet. Throws a Refusal if no user is identified. */
async function findAddTarget(
  { variant, sessions, users }: Service,
  request: ClientRequest,
): Promise<User> {
  if (variant.wallet.addTarget === 'last user of the client') {
    if (request.client.lastUser === undefined) throw new Refusal('unknownUser');
    return request.client.lastUser;
  }
  if (variant.wallet.addTarget === 'user of a header') {
    const userOfHeader = users.findById(String(request.headers['x-account-id'] ?? ''));
    if (userOfHeader === undefined) throw new Refusal('bearer');
    return userOfHeader;
  }
  const user = await sessions.findUser(parseBearer(request.headers), request.client);
  if (user === undefined) throw new Refusal('bearer');
  return user;
}
