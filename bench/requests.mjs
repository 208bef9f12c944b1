import { randomBytes } from 'node:crypto';
import { BEARER, CLIENT } from './http.mjs';

/** Creates a challenge like those of flagbearer (§2.3). */
export const createChallenge = () =>
  `Sign this challenge to sign in: ${randomBytes(32).toString('base64url')}`;

/** A valid request of startWalletAuth (§4.1). */
export const START = {
  path: '/v1/auth/cryptoWallet:start',
  headers: { ...CLIENT, ...BEARER },
  body: { walletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', walletNetwork: 'ETHEREUM' },
};

/** Converts a request to the format of the load generator. */
export const toLoadRequest = (url, { path, headers, body }) => ({
  url: url + path,
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** A request that validation rejects: the network is not in the list (§2.2). */
export const INVALID_START = { ...START, body: { ...START.body, walletNetwork: 'BITCOIN' } };
