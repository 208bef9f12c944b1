import { Wallet } from 'ethers';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';

import { applicationsOf, newWallet, seeded, testedVariants } from './every-variant.ts';
import type { Reason } from './refusals.ts';
import { startIndependentServer, variants } from './server.ts';
import { answered, VariantClient } from './variant-client.ts';
import { operations } from './variant.ts';

const deepLists = '['.repeat(50_000) + ']'.repeat(50_000);
const notUtf8 = Buffer.from('{"\xff":1}', 'latin1');
const otherTypes = '{"walletAddress":1,"phoneNumber":[],"emailAddress":{},"otp":5}';
const oddLetters = '{"walletAddress":"\\ud800","emailAddress":"\\u0000","__proto__":5}';
const longStrings = JSON.stringify({
  walletAddress: '0x'.repeat(100_000),
  phoneNumber: `+${'1 '.repeat(100_000)}`,
  emailAddress: `a@${'b.'.repeat(100_000)}c`,
});

describe.each(testedVariants)('the independent server with the variant %s', (_name, variant) => {
  const { server, client, refused, signIn } = applicationsOf(variant);
  const ada = seeded('Ada Approved');

  it('serves the key of its sessions if the variant has a JWKS path', async () => {
    const { sessionJwt = '', userId } = await signIn(ada.wallet);
    const { jwksPath, idClaim, lifetimeSeconds } = variant.session;
    if (jwksPath === null) {
      const { status } = await fetch(`${server().url}/.well-known/jwks.json`);
      expect(status).toBe(variant.answers.statuses.path);
      return;
    }
    const keys = createRemoteJWKSet(new URL(jwksPath, server().url));
    const { payload } = await jwtVerify(sessionJwt, keys);
    expect(payload[idClaim]).toBe(userId);
    expect(payload.exp === undefined).toBe(lifetimeSeconds === null);
  });

  describe.each(operations)('operation %s', (operation) => {
    it('rejects credentials that are missing, wrong or from two client applications', async () => {
      const { credentials, secondCredentials } = server();
      const known = client.headers(operation);
      const { 'service-client-id': id = '', 'service-client-secret': secret = '', ...rest } = known;
      for (const headers of [
        rest,
        { ...rest, 'service-client-id': id },
        { ...rest, 'service-client-secret': secret },
        { ...known, 'service-client-id': 'nobody' },
        { ...known, 'service-client-secret': '' },
        { ...known, 'service-client-secret': `${secret}x` },
        { ...known, 'service-client-secret': secondCredentials.clientSecret },
      ]) {
        const answer = await client.raw(operation, { headers, body: '{}' });
        expect(answer).toMatchObject(refused('credentials'));
        expect(answer.text).not.toContain(credentials.clientSecret);
      }
    });

    it.each<[Reason, (string | Uint8Array)[]]>([
      ['malformed', ['', '{"a":', '[]', 'null', '"text"', deepLists, notUtf8]],
      ['tooLarge', [`{"a":"${'x'.repeat(1_000_000)}"}`]],
      ['schema', ['{}', otherTypes, oddLetters, longStrings]],
    ])('rejects a request for the reason %s', async (reason, bodies) => {
      const { sessionJwt } = await signIn(ada.wallet);
      const isBySession =
        operation === 'cryptoWallet:addToUser' && variant.wallet.addedTo === 'user of the session';
      const headers = client.headers(operation, isBySession ? sessionJwt : undefined);
      for (const body of bodies) {
        const answer = await client.raw(operation, { headers, body });
        expect(answer).toMatchObject(refused(reason));
        expect(answer.text).not.toMatch(/\bat .*:\d+|\.ts\b|node:/);
      }
    });

    it('accepts or rejects other content types, as the variant defines', async () => {
      const headers = { ...client.headers(operation), 'content-type': 'text/plain' };
      const reads = variant.requests.otherContentTypes === 'read';
      const answer = await client.raw(operation, { headers, body: '{}' });
      expect(answer).toMatchObject(refused(reads ? 'schema' : 'contentType'));
    });

    it('rejects other methods', async () => {
      const url = `${server().url}/v1/auth/${operation}`;
      for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
        const response = await fetch(url, { method, headers: client.headers(operation) });
        expect(await answered(response)).toMatchObject(refused('method'));
      }
    });

    it('requires the access token if the variant does so', async () => {
      const { authorization: _token, ...headers } = client.headers(operation);
      const { status } = await client.raw(operation, { headers, body: '{}' });
      const isWanted = variant.bearer.alsoRequiredOn.includes(operation);
      const { bearer, schema } = variant.answers.statuses;
      expect(status).toBe(isWanted ? bearer : schema);
    });
  });

  it('ignores or rejects unknown fields, as the variant defines', async () => {
    const body = { ...client.walletBody(ada.wallet), colour: 'blue' };
    const { status } = await client.post('cryptoWallet:start', body);
    expect(status < 400).toBe(variant.requests.unknownFields === 'ignored');
  });

  it('adds fields to its responses if the variant does so', async () => {
    const { body } = await client.post('cryptoWallet:start', client.walletBody(ada.wallet));
    expect(Object.keys(body).length > 1).toBe(variant.answers.additionalFields);
  });

  it('returns 404 for other paths and for the outbox', async () => {
    for (const path of ['/', '/outbox', '//', '/%', '/v1/auth/cryptoWallet:start/', '/v1/auth']) {
      const { status } = await fetch(server().url + path, { headers: client.headers('user') });
      expect(status).toBe(variant.answers.statuses.path);
    }
    const { status } = await fetch(`${server().outboxUrl}?channel=sms&to=%2B12025550199`);
    expect(status).toBe(404);
  });
});

it('the independent server flags an account whose transaction failed', async () => {
  const { privateKey } = newWallet();
  const server = await startIndependentServer({
    accounts: [{ name: 'Own', privateKey, transactions: [{ cryptoStatus: 'FAILED' }] }],
  });
  onTestFinished(async () => server.close());
  const client = new VariantClient(() => server, variants.plain);
  const user = await client.user(await client.signInByWallet(new Wallet(privateKey)));
  expect(user['flags']).toEqual([{ code: 'F3000', category: 'Transaction Processing' }]);
});
