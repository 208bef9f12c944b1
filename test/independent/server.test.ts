import { Wallet } from 'ethers';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';

import {
  startApplications,
  createWallet,
  getSeededAccount,
  testedVariants,
} from './every-variant.ts';
import type { Reason } from './refusals.ts';
import { startIndependentServer, variants } from './server.ts';
import { parseResponse, VariantClient } from './variant-client.ts';
import { operations } from './variant.ts';

const deepLists = '['.repeat(50_000) + ']'.repeat(50_000);
const notUtf8 = Buffer.from('{"\xff":1}', 'latin1');
const wrongTypes = '{"walletAddress":1,"phoneNumber":[],"emailAddress":{},"otp":5}';
const unusualCharacters = '{"walletAddress":"\\ud800","emailAddress":"\\u0000","__proto__":5}';
const longStrings = JSON.stringify({
  walletAddress: '0x'.repeat(100_000),
  phoneNumber: `+${'1 '.repeat(100_000)}`,
  emailAddress: `a@${'b.'.repeat(100_000)}c`,
});

describe.each(testedVariants)('the independent server with the variant %s', (_name, variant) => {
  const { getServer, client, createRefusal, signIn } = startApplications(variant);
  const ada = getSeededAccount('Ada Approved');

  it('serves the key of its sessions if the variant has a JWKS path', async () => {
    const { sessionJwt = '', userId } = await signIn(ada.wallet);
    const { jwksPath, idClaim, lifetimeSeconds } = variant.session;
    if (jwksPath === null) {
      const { status } = await fetch(`${getServer().url}/.well-known/jwks.json`);
      expect(status).toBe(variant.responses.errorStatus.path);
      return;
    }
    const keys = createRemoteJWKSet(new URL(jwksPath, getServer().url));
    const { payload } = await jwtVerify(sessionJwt, keys);
    expect(payload[idClaim]).toBe(userId);
    expect(payload.exp === undefined).toBe(lifetimeSeconds === null);
  });

  describe.each(operations)('operation %s', (operation) => {
    it('rejects credentials that are missing, wrong or from two client applications', async () => {
      const { credentials, secondCredentials } = getServer();
      const valid = client.createHeaders(operation);
      const {
        'service-client-id': id = '',
        'service-client-secret': secret = '',
        ...withoutCredentials
      } = valid;
      for (const headers of [
        withoutCredentials,
        { ...withoutCredentials, 'service-client-id': id },
        { ...withoutCredentials, 'service-client-secret': secret },
        { ...valid, 'service-client-id': 'nobody' },
        { ...valid, 'service-client-secret': '' },
        { ...valid, 'service-client-secret': `${secret}x` },
        { ...valid, 'service-client-secret': secondCredentials.clientSecret },
      ]) {
        const response = await client.sendRaw(operation, { headers, body: '{}' });
        expect(response).toMatchObject(createRefusal('credentials'));
        expect(response.text).not.toContain(credentials.clientSecret);
      }
    });

    it.each<[Reason, (string | Uint8Array)[]]>([
      ['malformed', ['', '{"a":', '[]', 'null', '"text"', deepLists, notUtf8]],
      ['tooLarge', [`{"a":"${'x'.repeat(1_000_000)}"}`]],
      ['schema', ['{}', wrongTypes, unusualCharacters, longStrings]],
    ])('rejects a request for the reason %s', async (reason, bodies) => {
      const { sessionJwt } = await signIn(ada.wallet);
      const needsSession =
        operation === 'cryptoWallet:addToUser' &&
        variant.wallet.addTarget === 'user of the session';
      const headers = client.createHeaders(operation, needsSession ? sessionJwt : undefined);
      for (const body of bodies) {
        const response = await client.sendRaw(operation, { headers, body });
        expect(response).toMatchObject(createRefusal(reason));
        expect(response.text).not.toMatch(/\bat .*:\d+|\.ts\b|node:/);
      }
    });

    it('accepts or rejects other content types, as the variant defines', async () => {
      const headers = { ...client.createHeaders(operation), 'content-type': 'text/plain' };
      const isRead = variant.requests.otherContentTypes === 'read';
      const response = await client.sendRaw(operation, { headers, body: '{}' });
      expect(response).toMatchObject(createRefusal(isRead ? 'schema' : 'contentType'));
    });

    it('rejects other methods', async () => {
      const url = `${getServer().url}/v1/auth/${operation}`;
      for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
        const response = await fetch(url, { method, headers: client.createHeaders(operation) });
        expect(await parseResponse(response)).toMatchObject(createRefusal('method'));
      }
    });

    it('requires the access token if the variant does so', async () => {
      const { authorization: _token, ...headers } = client.createHeaders(operation);
      const { status } = await client.sendRaw(operation, { headers, body: '{}' });
      const isRequired = variant.bearer.alsoRequiredOn.includes(operation);
      const { bearer, schema } = variant.responses.errorStatus;
      expect(status).toBe(isRequired ? bearer : schema);
    });
  });

  it('ignores or rejects unknown fields, as the variant defines', async () => {
    const body = { ...client.createWalletBody(ada.wallet), colour: 'blue' };
    const { status } = await client.post('cryptoWallet:start', body);
    expect(status < 400).toBe(variant.requests.unknownFields === 'ignored');
  });

  it('adds fields to its responses if the variant does so', async () => {
    const { body } = await client.post('cryptoWallet:start', client.createWalletBody(ada.wallet));
    expect(Object.keys(body).length > 1).toBe(variant.responses.additionalFields);
  });

  it('rejects other paths', async () => {
    for (const path of ['/', '/outbox', '//', '/%', '/v1/auth/cryptoWallet:start/', '/v1/auth']) {
      const { status } = await fetch(getServer().url + path, {
        headers: client.createHeaders('user'),
      });
      expect(status).toBe(variant.responses.errorStatus.path);
    }
  });

  it('has no code for a destination without one', async () => {
    const { status } = await fetch(`${getServer().outboxUrl}?channel=sms&to=%2B12025550199`);
    expect(status).toBe(404);
  });
});

it('the independent server flags an account whose transaction failed', async () => {
  const { privateKey } = createWallet();
  const server = await startIndependentServer({
    accounts: [{ name: 'Own', privateKey, transactions: [{ cryptoStatus: 'FAILED' }] }],
  });
  onTestFinished(async () => server.close());
  const client = new VariantClient(() => server, variants.plain);
  const user = await client.readUser(await client.signInByWallet(new Wallet(privateKey)));
  expect(user['flags']).toEqual([{ code: 'F3000', category: 'Transaction Processing' }]);
});
