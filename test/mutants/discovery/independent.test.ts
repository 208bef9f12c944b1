import { describe, expect, it } from 'vitest';
import { CODE_FIELDS } from '../../../conformance/discovery/otp-request.ts';
import { variants, type Variant } from '../../independent/server.ts';
import { createIndependentDeployment, variantNames } from '../deployments.ts';
import type { DialectValues } from '../../setup/dialect-document.ts';
import { discoverTarget, pickDetected } from './use-discovery.ts';

/** Marks a key that the dialect cannot express or that no response reveals. */
const UNDETECTABLE = Symbol('undetectable');

describe.each(variantNames)('discovery of the independent server with the variant %s', (name) => {
  it('detects everything that the dialect can express', async () => {
    const deployment = await createIndependentDeployment(name).start();
    try {
      const settings = deployment.settings(deployment.target);
      const discovered = await discoverTarget(settings);
      const variant = variants[name];
      const expected = Object.entries({
        ...getExpectedOtp(variant, 'sms'),
        ...getExpectedOtp(variant, 'email'),
        ...getExpectedSession(variant),
        ...getExpectedUser(variant),
      });
      const detectable: DialectValues = Object.fromEntries(
        expected.filter(([, value]) => value !== UNDETECTABLE),
      );
      expect(pickDetected(discovered, detectable)).toEqual(detectable);
      const undetectable = expected.filter(([, value]) => value === UNDETECTABLE);
      expect([...discovered.openQuestions.keys()]).toEqual(
        expect.arrayContaining(undetectable.map(([key]) => key)),
      );
      expect(discovered.findings).toEqual([]);
      // Each send of a real deployment costs money.
      expect(discovered.budget.otpSends.used).toBeLessThanOrEqual(24);
    } finally {
      await deployment.close();
    }
  });
});

function getExpectedOtp({ otp }: Variant, channel: 'sms' | 'email'): DialectValues {
  const canSignIn = CODE_FIELDS.includes(otp.codeField[channel]);
  /** Returns a value that only a sign-in reveals, or UNDETECTABLE if discovery cannot sign in. */
  const getExpectedFromSignIn = (value: unknown) => (canSignIn ? value : UNDETECTABLE);
  const returnsRecord =
    otp.sendReturns === 'record' || (canSignIn && otp.authenticateReturns.includes('record'));
  return addPrefix(`otp.${channel}.`, {
    sendReturns: otp.sendReturns === 'record' ? 'record' : 'empty',
    authenticateReturns: getExpectedFromSignIn(getExpectedReturns(otp)),
    identifiedBy:
      otp.sendReturns === 'nothing'
        ? 'destination'
        : getExpectedFromSignIn(IDENTIFIED_BY[otp.identifiedBy]),
    codeField: getExpectedFromSignIn(otp.codeField[channel]),
    codeLength: otp.digits,
    recordId: returnsRecord ? RECORD_IDS[otp.recordIds] : UNDETECTABLE,
    outstanding: getExpectedFromSignIn(otp.secondSend === 'replaces the first' ? 'latest' : 'all'),
    maxAttempts: getExpectedFromSignIn(otp.lockAfter ?? UNDETECTABLE),
  });
}

function getExpectedReturns({ authenticateReturns }: Variant['otp']): unknown {
  const hasRecord = authenticateReturns.includes('record');
  if (authenticateReturns.includes('session')) return hasRecord ? 'sessionAndRecord' : 'session';
  return hasRecord ? 'record' : UNDETECTABLE;
}

const IDENTIFIED_BY = {
  record: 'recordId',
  destination: 'destination',
  both: 'both',
  // Discovery tries the record first.
  either: 'recordId',
};

const RECORD_IDS = { 'per destination': 'perDestination', 'per send': 'perSend' };

function getExpectedSession({ session, masks, identities }: Variant): DialectValues {
  const absent = { absent: 'omit', null: 'null', empty: 'empty' }[masks.withoutPhone];
  return {
    'session.algorithm': session.algorithm,
    'session.ttl': getExpectedTtl(session),
    'session.jwksPath': getExpectedJwksPath(session),
    'session.subjectClaim': session.idClaim.includes('/') ? UNDETECTABLE : session.idClaim,
    'userMask.absent': identities.unknown === 'sign up' ? absent : UNDETECTABLE,
    'masks.phone': `${masks.phonePrefix}{last4}`,
  };
}

function getExpectedTtl({ lifetimeSeconds }: Variant['session']): unknown {
  if (lifetimeSeconds === null) return UNDETECTABLE;
  return lifetimeSeconds === 3600 ? 'PT1H' : `PT${lifetimeSeconds / 60}M`;
}

function getExpectedJwksPath({ jwksPath, algorithm }: Variant['session']): unknown {
  if (jwksPath === '/.well-known/jwks.json') return jwksPath;
  return algorithm === 'HS256' ? 'none' : UNDETECTABLE;
}

function getExpectedUser({ userRead, identities }: Variant): DialectValues {
  const { flags, kyc, transactions, personalInformation } = userRead;
  const expected = {
    'user.path': userRead.path,
    'user.identifiedBy':
      'session' in userRead.identifiedBy ? 'bearerSession' : userRead.identifiedBy,
    'user.envelope': userRead.envelope.join('.') || 'none',
    'user.names.kyc': kyc.field,
    'user.names.flags': flags.field,
    'user.names.code': flags.shape === 'codes by category' ? UNDETECTABLE : flags.code,
    'user.names.wallets': userRead.walletsField ?? 'none',
    'user.names.transactions': transactions?.field ?? 'none',
    'user.names.cryptoStatus': transactions?.cryptoStatus ?? UNDETECTABLE,
    'user.names.personalInformation': personalInformation.field ?? UNDETECTABLE,
    'user.flagsShape': flags.shape === 'list' ? 'list' : 'byCategory',
    'flags.categoryNames': flags.categories,
    'flags.withhold': getExpectedWithhold(personalInformation),
    'kyc.beforeSubmission':
      identities.unknown === 'sign up' && kyc.beforeSubmission !== 'null'
        ? kyc.beforeSubmission.replace('absent', 'omit')
        : UNDETECTABLE,
  };
  // If the path is not detected, the user object is not detected.
  const isPathDetected = userRead.path !== '/accounts/me/user';
  if (isPathDetected) return expected;
  return Object.fromEntries(Object.keys(expected).map((key) => [key, UNDETECTABLE]));
}

function getExpectedWithhold({
  field,
  withF0000,
}: Variant['userRead']['personalInformation']): unknown {
  if (field === null) return UNDETECTABLE;
  return withF0000 === 'shown' ? [] : ['F0000'];
}

function addPrefix(prefix: string, values: DialectValues): DialectValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]),
  );
}
