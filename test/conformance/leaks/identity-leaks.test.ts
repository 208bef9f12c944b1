/** Identifiers of other users in responses (§4.8, §7). */
import { describe, expect, it } from 'vitest';
import {
  findIdentityLeaks,
  type LeakContext,
  type AccountWithWallet,
} from '../../../conformance/leaks/identity-leaks.ts';
import type { HttpRequest, HttpResponse } from '../../../conformance/target/http-request.ts';
import { createResponse } from '../create-response.ts';
import { emptyAccount } from '../discovery/readings.ts';

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

const context: LeakContext = {
  destinations: [],
  sessionIdentifiesUser: true,
  accessTokens: ['access-token'],
  sessionName: null,
  userFields: ['flags'],
  inconclusiveRequests: [],
};

function listLeaks(
  inconclusiveRequests: readonly HttpRequest[],
  earlierResponses: readonly HttpResponse[] = [],
): string[] {
  return findIdentityLeaks([], { ...context, inconclusiveRequests }, [
    ...earlierResponses,
    ...responses,
  ]).map(({ description }) => description);
}

describe('a wallet in the user object of a user who did not add it', () => {
  it('is a leak', () => {
    expect(listLeaks([])).toEqual(['the wallet address of another user']);
  });

  it('is not a leak if a request without a response possibly added the wallet', () => {
    const { request } = createResponse({
      request: { operation: 'addWalletToUser', body: { walletAddress: wallet }, ...bySession },
    });
    expect(listLeaks([request])).toEqual([]);
  });

  it('is not a leak if the wallet was added in the session of an unknown user', () => {
    // The first wallet is added without a session. Therefore, the user who signs in with it is unknown.
    const walletAddress = '0x0fad702858C36e5341F3d1Ba749D2720E2620Dea';
    const headers = { authorization: 'Bearer session-of-the-wallet' };
    const earlierResponses = [
      createResponse({ request: { operation: 'addWalletToUser', body: { walletAddress } } }),
      createResponse({
        text: '{"sessionJwt":"session-of-the-wallet"}',
        request: { operation: 'authenticateWallet', body: { walletAddress } },
      }),
      createResponse({
        request: { operation: 'addWalletToUser', headers, body: { walletAddress: wallet } },
      }),
    ];
    expect(listLeaks([], earlierResponses)).toEqual([]);
  });
});

describe('a response to a request that starts a sign-in', () => {
  const gina: AccountWithWallet = {
    walletAddress: wallet,
    account: {
      ...emptyAccount,
      name: 'gina',
      emailAddress: 'gina@example.test',
      phoneNumber: '+12025550111',
    },
  };
  const id = '5f3c9a52-0d0c-4f0e-8f0a-6a6d7a0f1c11';
  const signIn = createResponse({
    text: JSON.stringify({ userMask: { id } }),
    request: { operation: 'authenticateEmailOtp', body: { emailId: 'record-of-gina' } },
  });
  const findLeaks = (body: object, request: Partial<HttpRequest>) =>
    findIdentityLeaks([gina], context, [
      signIn,
      createResponse({ text: JSON.stringify(body), request }),
    ]).map(({ description }) => description);
  const startRequest = { operation: 'startWalletAuth', body: { walletAddress: wallet } } as const;

  it.each([
    ['the userMask', { userMask: { phoneMask: '+*******0111' } }],
    ['the flags', { flags: [{ code: 'F1001' }] }],
    ['the email address or phone number', { sentTo: 'Gina@Example.test' }],
    ['the email address or phone number', { sentTo: '+12025550111' }],
    ['the id', { user: id }],
  ])('must not contain %s of a user: %j', (description, body) => {
    expect(findLeaks(body, startRequest)).toEqual([
      `${description} of a user who has not signed in`,
    ]);
  });

  it('may contain a contact of the request, and a record id that equals the user id', () => {
    const sendRequest = {
      operation: 'sendEmailOtp',
      body: { emailAddress: 'gina@example.test' },
    } as const;
    expect(findLeaks({ emailId: id, sentTo: 'gina@example.test' }, sendRequest)).toEqual([]);
  });

  it('may contain data of a user if the request has a session', () => {
    const request = { ...startRequest, headers: { authorization: 'Bearer session-of-gina' } };
    expect(findLeaks({ flags: [{ code: 'F1001' }] }, request)).toEqual([]);
  });
});
