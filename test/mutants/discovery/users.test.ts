import { describe, expect, it } from 'vitest';
import type { DialectValues } from '../../setup/dialect-document.ts';
import { pickDetected, useDiscovery } from './use-discovery.ts';

const discover = useDiscovery();

const dialects: Readonly<Record<string, DialectValues>> = {
  'identification by query': {
    'user.path': '/v1/auth/user',
    'user.identifiedBy': { query: 'user_id' },
  },
  'identification by header, with a bearer token': {
    'user.path': '/api/v1/user',
    'user.identifiedBy': { header: 'x-userid' },
    'bearer.requiredOn': ['sendSmsOtp', 'getUser'],
    'session.boundToClient': 'no',
  },
  'identification by query, with an access token': {
    'user.path': '/v1/user',
    'user.identifiedBy': { query: 'uid' },
    'user.envelope': 'data',
    'bearer.requiredOn': ['sendSmsOtp', 'getUser'],
    'bearer.accepts': ['client'],
    'session.boundToClient': 'yes',
  },
  'an envelope and other property names': {
    'user.envelope': 'account',
    'user.names.kyc': 'verification',
    'user.names.flags': 'alerts',
    'user.names.code': 'id',
    'user.names.category': 'group',
    'user.names.personalInformation': 'profile',
    'user.names.wallets': 'transactions',
    'user.names.transactions': 'wallets',
    'user.names.cryptoStatus': 'status',
    'kyc.beforeSubmission': 'IN_REVIEW',
    'session.boundToClient': 'no',
  },
  'flags grouped by category': {
    'user.flagsShape': 'byCategory',
    'user.names.flags': 'flagsByCategory',
    'user.names.code': 'flagCode',
    'flags.categoryNames': {
      Fraud: 'A',
      'KYC Review': 'B',
      'Transaction Processing': 'C',
    },
  },
  'a user object with few parts': {
    'user.names.category': 'none',
    'user.names.personalInformation': 'none',
    'user.names.wallets': 'none',
    'user.names.transactions': 'none',
  },
};

describe('discovery of the user read (§4.8, §2.7)', () => {
  it.each(Object.entries(dialects))('detects %s', async (_title, values) => {
    const discovered = await discover(values);
    expect(pickDetected(discovered, values)).toEqual(values);
    expect(discovered.findings).toEqual([]);
  });

  it('reports the tried paths if it finds no user read', async () => {
    const discovered = await discover({ 'user.path': '/accounts/me/user' });
    expect(discovered.openQuestions.get('user.path')).toBe(
      'No user could be read with a session token as bearer token (/user: 404, /v1/user: 404, /v2/user: 404, /v1/auth/user: 404, /api/user: 404, /api/v1/user: 404).',
    );
    for (const key of ['user.envelope', 'user.names.flags', 'flags.withhold']) {
      expect(discovered.getValue(key)).toBeUndefined();
    }
    expect(discovered.getValue('userMask.absent')).toBe('omit');
  });

  it('reads users at the path and by the query parameter of the declared dialect', async () => {
    const user = { path: '/accounts/me/user', identifiedBy: { query: 'who' } };
    const values = { 'user.path': user.path, 'user.identifiedBy': user.identifiedBy };
    const discovered = await discover(values, { dialect: { version: 1, values: { user } } });
    expect(pickDetected(discovered, values)).toEqual(values);
    expect(discovered.getValue('user.names.flags')).toBe('flags');
  });

  it('verifies the declared dialect instead of relying on it', async () => {
    const declared = { user: { path: '/accounts/me/user', identifiedBy: { query: 'who' } } };
    const discovered = await discover({}, { dialect: { version: 1, values: declared } });
    expect(discovered.getValue('user.path')).toBe('/user');
    expect(discovered.getValue('user.identifiedBy')).toBe('bearerSession');
  });

  it('detects without accounts only the keys that a new user reveals', async () => {
    const discovered = await discover({}, { accounts: [] });
    const noFlag =
      'No account with a flag was read, or its response contains none of the configured flags.';
    expect(discovered.getValue('user.names.wallets')).toBe('wallets');
    expect(discovered.getValue('user.names.personalInformation')).toBe('personalInformation');
    expect(discovered.getValue('kyc.beforeSubmission')).toBe('omit');
    expect(discovered.openQuestions.get('user.names.flags')).toBe(noFlag);
    expect(discovered.openQuestions.get('user.flagsShape')).toBe(noFlag);
    expect(discovered.openQuestions.get('user.names.transactions')).toBe(
      'No account with transactions could be read.',
    );
    expect(discovered.openQuestions.get('flags.withhold')).toBe(
      'No account with the flag F0000 could be read.',
    );
    expect(discovered.openQuestions.get('flags.fraudRestricts')).toBe(
      'Needs an account with a Fraud flag.',
    );
  });

  it('cannot detect whether a session is bound to its client without a second client', async () => {
    const discovered = await discover({}, { secondClient: null });
    expect(discovered.openQuestions.get('session.boundToClient')).toBe('Needs secondClient.');
    expect(discovered.openQuestions.get('flags.fraudRestricts')).toBe(
      'Rejected: addWallet, verifyWallet; not tested: linkClient.',
    );
  });
});
