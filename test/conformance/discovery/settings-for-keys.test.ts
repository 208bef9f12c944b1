/** The setting that a run suggests, so that the next run can detect an unknown key of the dialect. */
import { describe, expect, it } from 'vitest';
import { suggestSetting } from '../../../conformance/discovery/settings-for-keys.ts';
import type { DeclaredAccount } from '../../../conformance/settings.ts';
import { emptyAccount } from './readings.ts';

const findHint = (
  key: string,
  accounts: Partial<DeclaredAccount>[],
  dialect: object | null = null,
) =>
  suggestSetting(key, {
    accounts: accounts.map((account) => ({ ...emptyAccount, ...account })),
    dialect: dialect && { version: 1, values: dialect },
    otpSource: null,
  });

const createFlags = (code: string) => ({ flags: [{ code, category: null }] });

const settings: readonly [
  setting: string,
  keys: readonly string[],
  insufficientAccounts: Partial<DeclaredAccount>[],
  sufficientAccount: Partial<DeclaredAccount>,
][] = [
  [
    'accounts[].flags',
    ['user.names.flags', 'user.names.code', 'user.names.category', 'user.flagsShape'],
    [{ flags: [] }],
    createFlags('F1001'),
  ],
  [
    'accounts[].flags with F0000',
    ['flags.withhold'],
    [{ flags: [] }, createFlags('F1001')],
    createFlags('F0000'),
  ],
  ['accounts[].kycStatus', ['user.names.kyc'], [], { kycStatus: 'DECLINED' }],
  [
    'accounts[].transactions',
    ['user.names.transactions', 'user.names.cryptoStatus'],
    [{ transactions: [] }],
    { transactions: [{ cryptoStatus: 'FAILED' }] },
  ],
  ['accounts[].emailAddress', ['user.names.personalInformation'], [], { emailAddress: 'a@b.test' }],
  [
    'accounts[].privateKey',
    ['wallet.identity', 'wallet.variant', 'user.names.wallets'],
    [{ emailAddress: 'a@b.test' }],
    { privateKey: '0x01' },
  ],
];

describe.each(settings)(
  'the setting %s',
  (setting, keys, insufficientAccounts, sufficientAccount) => {
    it.each(keys)('is suggested for the key %s until it is set', (key) => {
      const hint = `Add ${setting} under conform: in flagbearer.config.yaml.`;
      expect(findHint(key, [])).toBe(hint);
      expect(findHint(key, [{}, ...insufficientAccounts])).toBe(hint);
      expect(findHint(key, [{}, sufficientAccount])).toBe(null);
    });
  },
);

describe('a dialect file', () => {
  it.each([
    ['user.path', 'user.path', { user: { path: '/me' } }],
    ['user.identifiedBy', 'user.identifiedBy', { user: { identifiedBy: 'bearerSession' } }],
    ['session.jwksPath', 'session.jwksPath', { session: { jwksPath: '/keys' } }],
    ['otp.sms.identifiedBy', 'otp.sms.codeField', { otp: { sms: { codeField: 'pin' } } }],
    ['otp.sms.codeField', 'otp.sms.codeField', { otp: { sms: { codeField: 'pin' } } }],
    [
      'otp.email.authenticateReturns',
      'otp.email.codeField',
      { otp: { email: { codeField: 'pin' } } },
    ],
  ])('is suggested for the key %s until it contains %s', (key, setKey, values) => {
    const hint = `Set ${setKey} in a dialect file and pass it with --dialect.`;
    expect(findHint(key, [])).toBe(hint);
    expect(findHint(key, [], {})).toBe(hint);
    expect(findHint(key, [], values)).toBe(null);
  });

  it('is suggested after the hint to check the code, if the OTP source is fixed', () => {
    const otpSource = { kind: 'fixed', code: '000000' } as const;
    const fixedCode = { accounts: [], dialect: null, otpSource };
    expect(suggestSetting('otp.sms.codeField', fixedCode)).toBe(
      'Check --otp-source. If the code is correct, set otp.sms.codeField in a dialect file and pass it with --dialect.',
    );
    expect(suggestSetting('user.path', fixedCode)).toMatch(/^Set user\.path/);
  });

  it('is suggested for user.envelope if an account has a private key', () => {
    const accounts = [{ privateKey: '0x01' }];
    expect(findHint('user.envelope', [])).toContain('Add accounts[].privateKey ');
    expect(findHint('user.envelope', accounts)).toContain('Set user.envelope ');
    expect(findHint('user.envelope', accounts, { user: { envelope: 'data' } })).toBe(null);
  });
});

it.each(['otp.sms.codeLength', 'limits.sends'])('no setting is suggested for the key %s', (key) =>
  expect(findHint(key, [])).toBe(null),
);
