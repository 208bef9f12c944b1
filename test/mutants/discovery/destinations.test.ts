import { describe, expect, it } from 'vitest';
import { declaredAccounts } from '../accounts.ts';
import { useDiscovery } from './use-discovery.ts';

const discover = useDiscovery();

const destinations = { phoneNumbers: ['+12025550199'], emailAddresses: ['qa@example.test'] };

describe('discovery with few declared destinations', () => {
  it('detects the keys that need only one destination per channel', async () => {
    const discovered = await discover({ 'otp.sms.maxAttempts': 3 }, { destinations });
    expect(discovered.getValue('otp.sms.recordId')).toBe('perDestination');
    expect(discovered.getValue('otp.sms.outstanding')).toBe('latest');
    expect(discovered.getValue('otp.sms.maxAttempts')).toBe(3);
    expect(discovered.getValue('otp.email.maxAttempts')).toBe(5);
    expect(discovered.getValue('errors.status.otpLocked')).toBe(429);
    expect(discovered.getValue('limits.sends')).toBe('none');
  });

  it.each(['addsPhone', 'ignored', 'mustMatch'])(
    'does not detect otp.sms.bearerSession %s, because a declared number can have a user',
    async (value) => {
      const discovered = await discover({ 'otp.sms.bearerSession': value }, { destinations });
      expect(discovered.openQuestions.get('otp.sms.bearerSession')).toBe(
        'Needs a phone number without a user.',
      );
      expect(discovered.getValue('flags.fraudRestricts')).toBeUndefined();
    },
  );
});

it('discovery uses the contacts of an account if the deployment rejects the declared destinations', async () => {
  const values = { 'identity.unknown': 'rejectAtStart' };
  const accounts = declaredAccounts.map((account, index) =>
    index === 0 ? account : { ...account, phoneNumber: null, emailAddress: null },
  );
  const discovered = await discover(values, { destinations, accounts });
  expect(discovered.getValue('otp.sms.identifiedBy')).toBe('recordId');
  expect(discovered.getValue('otp.email.identifiedBy')).toBe('recordId');
});
