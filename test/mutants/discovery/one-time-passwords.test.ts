import { describe, expect, it } from 'vitest';
import type { DialectValues } from '../../setup/dialect-document.ts';
import { clientWithoutToken } from '../sandbox-targets.ts';
import { pickDetected, useDiscovery } from './use-discovery.ts';

const discover = useDiscovery();

const dialects: Readonly<Record<string, DialectValues>> = {
  'a record returned by authenticate': {
    'otp.sms.sendReturns': 'empty',
    'otp.sms.authenticateReturns': 'sessionAndRecord',
    'otp.sms.identifiedBy': 'destination',
    'otp.sms.recordId': 'perSend',
    'otp.email.sendReturns': 'empty',
    'otp.email.authenticateReturns': 'record',
    'otp.email.identifiedBy': 'destination',
    'otp.email.recordId': 'perDestination',
  },
  'codes identified by record and destination': {
    'otp.sms.identifiedBy': 'both',
    'otp.sms.codeField': 'passcode',
    'otp.sms.recordId': 'perSend',
    'otp.sms.outstanding': 'all',
    'otp.email.identifiedBy': 'both',
    'otp.email.codeField': 'token',
    'otp.email.recordId': 'perSend',
    'otp.email.outstanding': 'all',
  },
  'other field names, with unknown fields ignored': {
    'otp.sms.identifiedBy': 'destination',
    'otp.sms.codeField': 'code',
    'otp.email.codeField': 'otpCode',
    'requests.unknownFields': 'ignore',
  },
  'a lock after one wrong code': {
    'otp.sms.identifiedBy': 'both',
    'otp.sms.maxAttempts': 1,
    'otp.sms.codeField': 'token',
    'otp.email.maxAttempts': 2,
    'otp.email.identifiedBy': 'destination',
    'requests.unknownFields': 'ignore',
  },
  'identical rejections': {
    'errors.body': 'empty',
    'errors.status.schema': 400,
    'errors.status.otpWrong': 400,
    'errors.status.otpLocked': 400,
    'otp.sms.codeField': 'passcode',
    'otp.sms.identifiedBy': 'both',
    'otp.sms.maxAttempts': 1,
    'otp.email.codeField': 'token',
    'otp.email.maxAttempts': 8,
  },
  'a lock after ten wrong codes': {
    'otp.sms.maxAttempts': 10,
    'otp.sms.codeLength': 4,
    'otp.email.codeLength': 10,
    'otp.email.authenticateReturns': 'empty',
    'errors.status.otpWrong': 422,
    'errors.status.otpLocked': 423,
  },
};

describe('discovery of one-time passwords (§4.4 to §4.7, §8)', () => {
  it.each(Object.entries(dialects))('detects %s', async (_title, values) => {
    const discovered = await discover(values);
    expect(pickDetected(discovered, values)).toEqual(values);
    expect(discovered.findings).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])(
    'detects maxAttempts %i or leaves it unknown if a lock and a wrong code have the same response',
    async (maxAttempts) => {
      const values = {
        'errors.body': 'empty',
        'errors.status.otpLocked': 401,
        'otp.sms.maxAttempts': maxAttempts,
        'otp.email.maxAttempts': 12 - maxAttempts,
      };
      const discovered = await discover(values);
      for (const channel of ['sms', 'email']) {
        const key = `otp.${channel}.maxAttempts` as keyof typeof values;
        expect([values[key], undefined]).toContain(discovered.getValue(key));
      }
    },
  );

  it('uses at most 22 sends', async () => {
    const { budget } = await discover({});
    expect(budget.otpSends.used).toBeLessThanOrEqual(22);
  });

  it('detects the code field if only a session is accepted as bearer token', async () => {
    const discovered = await discover({ 'bearer.accepts': ['session'] });
    expect(discovered.getValue('otp.sms.codeField')).toBe('otp');
    expect(discovered.getValue('otp.sms.maxAttempts')).toBe(5);
  });

  it('leaves the number of attempts unknown if eleven wrong codes cause no lock', async () => {
    const discovered = await discover({ 'otp.email.maxAttempts': 12 });
    expect(discovered.openQuestions.get('otp.email.maxAttempts')).toBe(
      'The correct code was accepted after 11 wrong codes in a row.',
    );
  });

  it('leaves the code field unknown if it has an untested name', async () => {
    const discovered = await discover({ 'otp.email.codeField': 'secretWord' });
    expect(discovered.getValue('otp.email.sendReturns')).toBe('record');
    expect(discovered.getValue('otp.email.recordId')).toBe('perDestination');
    expect(discovered.openQuestions.get('otp.email.codeField')).toMatch(
      /^The code from the OTP source was rejected in each of the fields otp,/,
    );
    expect(discovered.openQuestions.get('otp.email.outstanding')).toMatch(
      /^Could not detect otp\.email\.codeField: The code from the OTP source was rejected in each of the fields /,
    );
    expect(discovered.budget.otpSends.used).toBeLessThanOrEqual(24);
  });

  it('detects the code field that the declared dialect names', async () => {
    const dialect = {
      version: 1,
      values: { otp: { email: { codeField: 'secretWord' } } },
    } as const;
    const discovered = await discover({ 'otp.email.codeField': 'secretWord' }, { dialect });
    expect(discovered.getValue('otp.email.codeField')).toBe('secretWord');
    expect(discovered.getValue('otp.email.maxAttempts')).toBe(5);
    expect(discovered.getValue('otp.sms.codeField')).toBe('otp');
  });

  it('detects the response of a send without access to codes', async () => {
    const emptySource = { kind: 'command', command: 'true' } as const;
    const discovered = await discover({}, { otpSource: emptySource });
    expect(discovered.getValue('otp.sms.sendReturns')).toBe('record');
    expect(discovered.openQuestions.get('otp.sms.codeField')).toMatch(
      /^otpSource: no code for the sms send to \+\d+: the source returned no code within 10 s\.$/,
    );
  });

  it('detects SMS keys without an access token', async () => {
    const discovered = await discover({}, { client: clientWithoutToken });
    expect(discovered.getValue('otp.sms.identifiedBy')).toBe('recordId');
    expect(discovered.getValue('otp.sms.outstanding')).toBe('latest');
    expect(discovered.getValue('otp.sms.bearerSession')).toBe('addsPhone');
  });
});
