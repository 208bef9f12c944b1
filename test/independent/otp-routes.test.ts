import { describe, expect, it } from 'vitest';

import { startApplications, getSeededAccount, testedVariants } from './every-variant.ts';
import type { Channel } from './variant.ts';

const channels = ['sms', 'email'] as const satisfies Channel[];

function createOtherCode(code: string): string {
  return code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
}

describe.each(testedVariants)('the independent server with the variant %s', (_name, variant) => {
  const { client, second, createRefusal, signIn } = startApplications(variant);
  const ada = getSeededAccount('Ada Approved');
  const rita = getSeededAccount('Rita Review');
  // No other test sends to Paul, so none of his codes is outstanding.
  const paul = getSeededAccount('Paul Pending');
  const frank = getSeededAccount('Frank Fraud');

  describe.each(channels)('one-time passwords by %s', (channel) => {
    it('sign in the same user as the wallet, for every client application', async () => {
      const { userId } = await signIn(ada.wallet);
      expect((await second.signInByWallet(ada.wallet)).userId).toBe(userId);
      for (const application of [client, second]) {
        const response = await application.signInByCode(channel, ada[channel]);
        expect(response.status).toBeLessThan(300);
        const hasUserId = variant.otp.authenticateReturns.some((part) => part !== 'record');
        expect(application.parseSignIn(response).userId).toBe(hasUserId ? userId : undefined);
      }
    });

    it('have a record in the responses that the variant selects', async () => {
      const fields = channel === 'sms' ? ['phoneId', 'phoneMask'] : ['emailId', 'emailMask'];
      const sent = await client.send(channel, ada[channel]);
      const code = await client.readCode(channel, ada[channel]);
      const authenticated = await client.tryCode(channel, ada[channel], sent, code);
      const { sendReturns, authenticateReturns, digits } = variant.otp;
      expect(code).toMatch(new RegExp(`^\\d{${digits}}$`));
      for (const field of fields) {
        expect(field in sent.body).toBe(sendReturns === 'record');
        expect(field in authenticated.body).toBe(authenticateReturns.includes('record'));
      }
      expect(sent.text + authenticated.text).not.toContain(ada[channel]);
    });

    it('are accepted once', async () => {
      const sent = await client.send(channel, ada[channel]);
      const code = await client.readCode(channel, ada[channel]);
      expect((await client.tryCode(channel, ada[channel], sent, code)).status).toBeLessThan(300);
      const again = await client.tryCode(channel, ada[channel], sent, code);
      expect(again.status).toBeGreaterThanOrEqual(400);
    });

    it('are locked after the configured number of wrong codes', async () => {
      const sent = await client.send(channel, paul[channel]);
      const code = await client.readCode(channel, paul[channel]);
      const { lockAfter } = variant.otp;
      for (let wrong = 0; wrong < (lockAfter ?? 6); wrong += 1) {
        const response = await client.tryCode(channel, paul[channel], sent, createOtherCode(code));
        expect(response).toMatchObject(createRefusal('code'));
      }
      const { status } = await client.tryCode(channel, paul[channel], sent, code);
      expect(status < 400).toBe(lockAfter === null);
      expect((await client.signInByCode(channel, paul[channel])).status).toBeLessThan(300);
    });

    it('are rejected for another destination', async () => {
      await client.send(channel, ada[channel]);
      const code = await client.readCode(channel, ada[channel]);
      const sent = await client.send(channel, rita[channel]);
      expect(await client.tryCode(channel, rita[channel], sent, code)).toMatchObject(
        createRefusal('code'),
      );
    });

    it('replace the previous code if the variant does so', async () => {
      const sent = await client.send(channel, ada[channel]);
      const code = await client.readCode(channel, ada[channel]);
      await client.send(channel, ada[channel]);
      const { status } = await client.tryCode(channel, ada[channel], sent, code);
      expect(status < 400).toBe(variant.otp.secondSend === 'both stay valid');
    });

    it('sign up or reject an unknown user, as the variant defines', async () => {
      const to = channel === 'sms' ? '+12025550190' : 'somebody@example.test';
      const { unknown } = variant.identities;
      const sent = await client.send(channel, to);
      if (unknown === 'refused at start') {
        expect(sent).toMatchObject(createRefusal('unknownIdentity'));
        return;
      }
      const response = await client.tryCode(channel, to, sent, await client.readCode(channel, to));
      if (unknown === 'refused at authenticate') {
        expect(response).toMatchObject(createRefusal('unknownIdentity'));
      } else {
        expect(response.status).toBeLessThan(300);
      }
    });

    it.each([
      '',
      '12025550101',
      'ada',
      '@',
      '+0',
      '+1202',
      'a@b',
      '\u{d800}@example.test',
      5,
      null,
      {},
    ])('are not sent to %j', async (to) => {
      const field = channel === 'sms' ? 'phoneNumber' : 'emailAddress';
      expect(await client.post(`otp/${channel}:send`, { [field]: to })).toMatchObject(
        createRefusal('schema'),
      );
    });
  });

  describe('the bearer token of the SMS send', () => {
    const { smsSend, sessionOnSmsSend } = variant.bearer;

    it.each([
      ['a missing token', undefined, smsSend !== 'required'],
      ['an unknown token', 'Bearer nobody', smsSend === 'ignored'],
    ])(
      'accepts or rejects %s, as the variant defines',
      async (_case, authorization, isAccepted) => {
        const { authorization: _validToken, ...headers } = client.createHeaders('otp/sms:send');
        const response = await client.sendRaw('otp/sms:send', {
          headers: authorization === undefined ? headers : { ...headers, authorization },
          body: JSON.stringify({ phoneNumber: ada.sms }),
        });
        expect(response.status < 400).toBe(isAccepted);
      },
    );

    it('links the phone of a session if the variant does so', async () => {
      const { sessionJwt, userId } = await signIn(rita.wallet);
      const sent = await client.send('sms', '+12025550191', sessionJwt);
      const code = await client.readCode('sms', '+12025550191');
      const response = await client.tryCode('sms', '+12025550191', sent, code);
      const isLinked = sessionOnSmsSend === 'links the phone';
      const isAccepted = isLinked || variant.identities.unknown === 'sign up';
      expect(response.status < 400).toBe(isAccepted);
      const signedInId = client.parseSignIn(response).userId;
      if (signedInId !== undefined) expect(signedInId === userId).toBe(isLinked);
    });

    it('of a restricted user sends to the linked phone, and links no other if every write is restricted', async () => {
      const { sessionJwt } = await signIn(frank.wallet);
      const ownPhone = await client.send('sms', frank.sms, sessionJwt);
      expect(ownPhone.status).toBeLessThan(300);
      const response = await client.send('sms', '+12025550192', sessionJwt);
      const isFraudRefused =
        sessionOnSmsSend === 'links the phone' && variant.fraudRestricts === 'every write';
      if (isFraudRefused) expect(response).toMatchObject(createRefusal('fraud'));
      else expect(response.status).toBeLessThan(300);
    });
  });
});
