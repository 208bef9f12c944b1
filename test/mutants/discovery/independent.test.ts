import { describe, expect, it, vi } from 'vitest';
import { CODE_FIELDS } from '../../../conformance/discovery/otp-request.ts';
import type { Variant } from '../../independent/server.ts';
import { independentDeployment, variantNames, getVariant } from '../deployments.ts';
import {
  discoverTarget,
  DISCOVERY_TIMEOUT,
  sameKeys as pickKeysOf,
  type Values,
} from './discovering.ts';

vi.setConfig({ testTimeout: DISCOVERY_TIMEOUT });

/** A key that cannot be detected, because the dialect cannot express it or no response shows it. */
const UNDETECTABLE = Symbol('open');

type Expected = Readonly<Record<string, unknown>>;

describe.each(variantNames)('discovery of the independent server with the variant %s', (name) => {
  it('detects everything that the dialect can express', async () => {
    const deployment = await independentDeployment(name).start();
    try {
      const settings = deployment.settings(deployment.target);
      const discovered = await discoverTarget(settings);
      const expected: Expected = {
        ...getExpectedOtp(getVariant(name), 'sms'),
        ...getExpectedOtp(getVariant(name), 'email'),
        ...getExpectedSession(getVariant(name)),
        ...getExpectedUser(getVariant(name)),
      };
      const values: Values = Object.fromEntries(
        Object.entries(expected).filter(([, value]) => value !== UNDETECTABLE),
      );
      expect(pickKeysOf(discovered, values)).toEqual(values);
      const open = Object.keys(expected).filter((key) => expected[key] === UNDETECTABLE);
      expect(open.filter((key) => !discovered.seen.has(key))).toEqual([]);
      expect(discovered.findings).toEqual([]);
      expect(discovered.budget.otpSends.used).toBeLessThanOrEqual(24);
    } finally {
      await deployment.close();
    }
  });
});

function getExpectedOtp({ otp }: Variant, channel: 'sms' | 'email'): Expected {
  const isKnown = CODE_FIELDS.includes(otp.codeField[channel]);
  const known = (value: unknown) => (isKnown ? value : UNDETECTABLE);
  const authenticateReturns = otp.authenticateReturns;
  const returnsRecord =
    otp.sendReturns === 'record' || (isKnown && authenticateReturns.includes('record'));
  const returns = [
    ...(authenticateReturns.includes('session') ? ['session'] : []),
    ...(authenticateReturns.includes('record') ? ['record'] : []),
  ].join('And');
  return addPrefix(`otp.${channel}.`, {
    sendReturns: otp.sendReturns === 'record' ? 'record' : 'empty',
    authenticateReturns: known(
      returns === '' ? UNDETECTABLE : returns.replace('sessionAndrecord', 'sessionAndRecord'),
    ),
    identifiedBy:
      otp.sendReturns === 'nothing' ? 'destination' : known(IDENTIFIED_BY[otp.identifiedBy]),
    codeField: known(otp.codeField[channel]),
    codeLength: otp.digits,
    recordId: returnsRecord ? RECORD_IDS[otp.recordIds] : UNDETECTABLE,
    outstanding: known(otp.secondSend === 'replaces the first' ? 'latest' : 'all'),
    maxAttempts: known(otp.lockAfter ?? UNDETECTABLE),
  });
}

const IDENTIFIED_BY = {
  record: 'recordId',
  destination: 'destination',
  both: 'both',
  either: 'recordId',
};

const RECORD_IDS = { 'per destination': 'perDestination', 'per send': 'perSend' };

function getExpectedSession({ session, masks, identities }: Variant): Expected {
  const isUsual = session.jwksPath === '/.well-known/jwks.json';
  const seconds = session.lifetimeSeconds;
  const absent = { absent: 'omit', null: 'null', empty: 'empty' }[masks.withoutPhone];
  return {
    'session.algorithm': session.algorithm,
    'session.ttl':
      seconds === null ? UNDETECTABLE : seconds >= 3600 ? 'PT1H' : `PT${seconds / 60}M`,
    'session.jwksPath': isUsual
      ? session.jwksPath
      : session.algorithm === 'HS256'
        ? 'none'
        : UNDETECTABLE,
    'session.subjectClaim': session.idClaim.includes('/') ? UNDETECTABLE : session.idClaim,
    'userMask.absent': identities.unknown === 'sign up' ? absent : UNDETECTABLE,
    'masks.phone': `${masks.phonePrefix}{last4}`,
  };
}

function getExpectedUser(variant: Variant): Expected {
  const { userRead, identities } = variant;
  const isFound = userRead.path !== '/accounts/me/user';
  const { flags, kyc, transactions, personalInformation } = userRead;
  const within = {
    'user.names.kyc': kyc.field,
    'user.names.flags': flags.field,
    'user.names.code': flags.shape === 'codes by category' ? UNDETECTABLE : flags.code,
    'user.names.wallets': userRead.walletsField ?? 'none',
    'user.names.transactions': transactions?.field ?? 'none',
    'user.names.cryptoStatus': transactions?.cryptoStatus ?? UNDETECTABLE,
    'user.names.personalInformation': personalInformation.field ?? UNDETECTABLE,
    'user.flagsShape': flags.shape === 'list' ? 'list' : 'byCategory',
    'flags.categoryNames': flags.categories,
    'flags.withhold': withheld(personalInformation),
    'kyc.beforeSubmission':
      identities.unknown === 'sign up' && kyc.beforeSubmission !== 'null'
        ? kyc.beforeSubmission.replace('absent', 'omit')
        : UNDETECTABLE,
  };
  return {
    'user.path': isFound ? userRead.path : UNDETECTABLE,
    'user.identifiedBy': isFound
      ? 'session' in userRead.identifiedBy
        ? 'bearerSession'
        : userRead.identifiedBy
      : UNDETECTABLE,
    'user.envelope': isFound ? userRead.envelope.join('.') || 'none' : UNDETECTABLE,
    ...Object.fromEntries(
      Object.entries(within).map(([key, value]) => [key, isFound ? value : UNDETECTABLE]),
    ),
  };
}

function withheld({ field, withF0000 }: Variant['userRead']['personalInformation']): unknown {
  if (field === null) return UNDETECTABLE;
  return withF0000 === 'shown' ? [] : ['F0000'];
}

function addPrefix(prefix: string, values: Expected): Expected {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]),
  );
}
