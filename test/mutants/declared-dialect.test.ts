/** A run with `--dialect` verifies the values of the dialect file. */
import { describe, expect, it } from 'vitest';
import type { RunOutcome } from '../../conformance/outcome.ts';
import { dialects, type Values } from './dialects.ts';
import { useTargets } from './sandbox-targets.ts';
import { listFailed } from './run-mutants.ts';

const targets = useTargets();

/** Detects the dialect of a sandbox, and performs no check. */
const detectDialect = (sandbox: Values, declared: Values | null) =>
  targets.run(sandbox, { dialect: declared && { version: 1, values: declared } }, []);

/** Returns the reasons of the failed results by id. Expects that the declared dialect caused the failures. */
function listFailures({ results }: RunOutcome): Record<string, string> {
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  for (const result of failed) {
    expect(result).toMatchObject({ cause: 'dialect', level: 'OPEN' });
    expect(result.evidence).not.toEqual([]);
  }
  return Object.fromEntries(failed.map(({ id, reason }) => [id, reason]));
}

const contradictions: readonly [
  key: string,
  actual: Values,
  declared: Values,
  failures: Record<string, string>,
][] = [
  [
    'user.path',
    {},
    { user: { path: '/v1/user' } },
    { '4.8.path': 'user.path: declared "/v1/user", observed "/user".' },
  ],
  [
    'user.identifiedBy',
    {},
    { user: { identifiedBy: { query: 'userId' } } },
    {
      '4.8.parameters': 'user.identifiedBy: declared {"query":"userId"}, observed "bearerSession".',
    },
  ],
  [
    'user.envelope',
    { user: { envelope: 'data' } },
    { user: { envelope: 'result' } },
    { '4.8.response.shape': 'user.envelope: declared "result", observed "data".' },
  ],
  [
    'user.names.kyc',
    {},
    { user: { names: { kyc: 'kycInfo' } } },
    { '2.7.user.names': 'user.names.kyc: declared "kycInfo", observed "kyc".' },
  ],
  [
    'user.names.wallets: none',
    {},
    { user: { names: { wallets: 'none' } } },
    { '2.7.user.other-parts': 'user.names.wallets: declared "none", observed "wallets".' },
  ],
  [
    'otp.sms.codeField',
    {},
    { otp: { sms: { codeField: 'passcode' } } },
    { '4.5.request.fields': 'otp.sms.codeField: declared "passcode", observed "otp".' },
  ],
  [
    'otp.email.identifiedBy',
    {},
    { otp: { email: { identifiedBy: 'destination' } } },
    {
      '4.7.request.fields': 'otp.email.identifiedBy: declared "destination", observed "recordId".',
    },
  ],
  [
    'session.jwksPath',
    { session: { jwksPath: '/keys' } },
    { session: { jwksPath: '/public/keys' } },
    {
      '5.8.session.content': expect.stringMatching(
        /^session\.jwksPath: declared "\/public\/keys", observed no match: \/public\/keys returns 404/,
      ),
    },
  ],
  [
    'success.status',
    { success: { status: { sendSmsOtp: 202 } } },
    { success: { status: 200 } },
    { '4.success.status': 'success.status: declared 200, observed 202 for sendSmsOtp.' },
  ],
  [
    'errors.status.otpWrong',
    {},
    { errors: { status: { otpWrong: 410 } } },
    { '7.errors.status-otp': 'errors.status.otpWrong: declared 410, observed 401.' },
  ],
  [
    'wallet.variant',
    { wallet: { variant: 'type' } },
    { wallet: { variant: 'network' } },
    { '2.2.variant.authoritative': 'wallet.variant: declared "network", observed "type".' },
  ],
];

describe('a run fails if the deployment contradicts the declared', () => {
  it.each(contradictions)('%s', async (_, sandbox, declared, failures) => {
    expect(listFailures(await detectDialect(sandbox, declared))).toEqual(failures);
  });

  it('user.path, because no path returns a user', async () => {
    const user = { path: '/accounts/me/user' };
    const outcome = await detectDialect({ user }, { user: { path: '/members/user' } });
    expect(listFailures(outcome)).toEqual({
      '4.8.path': expect.stringMatching(
        /^user\.path: declared "\/members\/user", observed no match: .*\/members\/user: 404/,
      ),
    });
    const result = outcome.results.find(({ id }) => id === '4.8.path');
    expect(result?.evidence.at(-1)?.request.url).toMatch(/\/members\/user$/);
  });

  it('otp.sms.codeField, because no request body is accepted', async () => {
    const sms = { codeField: 'secretDigits' };
    const outcome = await detectDialect(
      { otp: { sms } },
      { otp: { sms: { codeField: 'digits' } } },
    );
    expect(listFailures(outcome)).toEqual({
      '4.5.request.fields': expect.stringMatching(
        /^otp\.sms\.codeField: declared "digits", observed no match: The code from the OTP source was rejected in each of the fields digits,/,
      ),
    });
  });
});

describe('a declared code length that the deployment does not use', () => {
  it('is reported as a difference, not as a failure', async () => {
    const { results } = await detectDialect({}, { otp: { sms: { codeLength: 4 } } });
    expect(results.find(({ id }) => id === '8.otp.length')).toMatchObject({
      verdict: 'observed',
      cause: 'dialect',
      reason: expect.stringContaining('otp.sms.codeLength is 6, which differs from the declared 4'),
    });
  });
});

describe('the detected dialect of a run, declared in the next run', () => {
  it.each(Object.entries(dialects))(
    'causes no failure and no difference in the dialect %s',
    async (_, { values = {} }) => {
      const { dialect } = await detectDialect(values, null);
      const { results } = await detectDialect(values, dialect.document.values ?? {});
      expect(listFailed({ results })).toEqual([]);
      const differing = results.filter(
        ({ verdict, cause }) => verdict === 'observed' && cause === 'dialect',
      );
      expect(differing.map(({ reason }) => reason)).toEqual([]);
    },
  );
});
