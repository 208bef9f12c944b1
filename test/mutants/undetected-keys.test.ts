/** A check that needs an undetected dialect key asks for the setting that provides the key. */
import { describe, expect, it } from 'vitest';
import type { ConformSettings } from '../../conformance/settings.ts';
import type { DialectDocument } from '../../src/dialect/dialect.ts';
import type { Values } from './dialects.ts';
import { clientWithoutToken, useTargets } from './sandbox-targets.ts';

const targets = useTargets();

async function getReason(
  id: string,
  values: Values,
  changes: Partial<ConformSettings> = {},
): Promise<string | undefined> {
  const { results } = await targets.run(values, { only: [id], ...changes });
  return results.find((result) => result.id === id)?.reason;
}

const triedPaths = ['/user', '/v1/user', '/v2/user', '/v1/auth/user', '/api/user', '/api/v1/user'];
const formatAttempts = (paths: readonly string[]) =>
  `No user could be read with a session token as bearer token (${paths.map((path) => `${path}: 404`).join(', ')})`;

const user = { path: '/accounts/me/user' };

describe('a check that needs an undetected key', () => {
  it('names the attempts and the setting that provides the key', async () => {
    expect(await getReason('4.8.operation.reads', { user })).toBe(
      `Could not detect user.path: ${formatAttempts(triedPaths)}. Set user.path in a dialect file and pass it with --dialect.`,
    );
    expect(await getReason('3.2.kyc.flag-given', {}, { accounts: [] })).toBe(
      'Could not detect user.names.kyc: No object with a status of APPROVED, IN_REVIEW or DECLINED was found. Add accounts[].kycStatus under conform: in flagbearer.config.yaml.',
    );
  });

  it('names the setting if no code was accepted', async () => {
    const otpSource = { kind: 'fixed', code: '000000' } as const;
    const id = '4.8.operation.reads/other-user-named/query-phone';
    expect(await getReason(id, {}, { otpSource })).toBe(
      'Needs the phoneNumber of another user, from an accepted sign-in by one-time password. Check --otp-source and --skip.',
    );
    expect(await getReason('4.5.operation.authenticates', {}, { otpSource })).toMatch(
      /^Could not detect otp\.sms\.codeField: The code from the OTP source was rejected in each of the fields otp, .*\. Check --otp-source\. If the code is correct, set otp\.sms\.codeField /,
    );
  });

  it('does not ask for a setting that is already declared', async () => {
    const dialect: DialectDocument = { version: 1, values: { user: { path: '/members/user' } } };
    expect(await getReason('4.8.operation.reads', { user }, { dialect })).toBe(
      `Could not detect user.path: ${formatAttempts(['/members/user', ...triedPaths])}.`,
    );
  });

  it('passes without a reason if the dialect file sets the key', async () => {
    const dialect: DialectDocument = { version: 1, values: { user } };
    expect(await getReason('4.8.operation.reads', { user }, { dialect })).toBe('');
  });
});

it('an inapplicable check names the missing access token', async () => {
  const reason = await getReason('5.4.sms.flow/second-code', {}, { client: clientWithoutToken });
  expect(reason).toBe(
    'Not applicable: SMS sends use a session, because accessToken is not configured or not accepted.',
  );
});
