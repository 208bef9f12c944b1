/** Identifiers of other users in responses (§4.8, §7). */
import { describe, expect, it } from 'vitest';
import { findIdentityLeaks } from '../../../conformance/leaks/identity-leaks.ts';
import type { HttpRequest, HttpResponse } from '../../../conformance/target/http-request.ts';
import { createResponse } from '../create-response.ts';

const wallet = '0x34bcD26bC9a8d9bC24B0e12CE402b4670EC33160';
const emailAddress = 'rita@example.test';
const bySession = { headers: { authorization: 'Bearer session-of-rita' } };

const responses: readonly HttpResponse[] = [
  createResponse({
    text: '{"emailId":"id-of-the-email"}',
    request: { operation: 'sendEmailOtp', body: { emailAddress } },
  }),
  createResponse({
    text: '{"sessionJwt":"session-of-rita"}',
    request: { operation: 'authenticateEmailOtp', body: { emailId: 'id-of-the-email' } },
  }),
  createResponse({
    text: '{"challenge":"Sign in: q2w3e4r5t6z7u8i9o0p1a2s3d4"}',
    request: { operation: 'startWalletAuth', body: { walletAddress: wallet } },
  }),
  createResponse({
    text: JSON.stringify({ emailAddress, wallets: [{ walletAddress: wallet }] }),
    request: { operation: 'getUser', method: 'GET', path: '/user', ...bySession },
  }),
];

function listLeaks(
  undecidedRequests: readonly HttpRequest[],
  earlier: readonly HttpResponse[] = [],
): string[] {
  const context = {
    destinations: [],
    sessionIdentifiesUser: true,
    accessTokens: ['access-token'],
    sessionName: null,
    userFields: ['flags'],
    undecidedRequests,
  };
  return findIdentityLeaks([], context, [...earlier, ...responses]).map(({ what }) => what);
}

describe('a wallet in the user object of a user who did not add it', () => {
  it('belongs to another user', () => {
    expect(listLeaks([])).toEqual(['the wallet address of another user']);
  });

  it('may have been added by a request whose response was lost', () => {
    const { request } = createResponse({
      request: { operation: 'addWalletToUser', body: { walletAddress: wallet }, ...bySession },
    });
    expect(listLeaks([request])).toEqual([]);
  });

  it('may have been added in the session of another wallet, whose user is unknown', () => {
    const walletAddress = '0x0fad702858C36e5341F3d1Ba749D2720E2620Dea';
    const headers = { authorization: 'Bearer session-of-the-wallet' };
    const earlier = [
      createResponse({ request: { operation: 'addWalletToUser', body: { walletAddress } } }),
      createResponse({
        text: '{"sessionJwt":"session-of-the-wallet"}',
        request: { operation: 'authenticateWallet', body: { walletAddress } },
      }),
      createResponse({
        request: { operation: 'addWalletToUser', headers, body: { walletAddress: wallet } },
      }),
    ];
    expect(listLeaks([], earlier)).toEqual([]);
  });
});
