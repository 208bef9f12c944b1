/** Converts variants of the independent server to dialects. */
import type { OperationId } from '../../src/contract/types.ts';
import type { Dialect, OtpChannel } from '../../src/dialect/dialect.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import type { Variant } from '../independent/server.ts';
import { getVariant, type VariantName } from './deployments.ts';

const walletVariants = { walletNetwork: 'network', walletType: 'type', either: 'either' } as const;

// A server that accepts either identifier accepts requests with the recordId.
const otpIdentifiers = {
  record: 'recordId',
  destination: 'destination',
  both: 'both',
  either: 'recordId',
} as const;

const unknownIdentity = {
  'sign up': 'signUp',
  'refused at start': 'rejectAtStart',
  'refused at authenticate': 'rejectAtAuthenticate',
} as const;

const operationIds = {
  'cryptoWallet:start': 'startWalletAuth',
  'cryptoWallet:authenticate': 'authenticateWallet',
  'cryptoWallet:addToUser': 'addWalletToUser',
  'otp/sms:send': 'sendSmsOtp',
  'otp/sms:authenticate': 'authenticateSmsOtp',
  'otp/email:send': 'sendEmailOtp',
  'otp/email:authenticate': 'authenticateEmailOtp',
  user: 'getUser',
} as const satisfies Readonly<Record<string, OperationId>>;

/** Creates a dialect with the keys that valid requests to a server variant need; the others have their default. */
export function createVariantDialect(name: VariantName): Dialect {
  const variant = getVariant(name);
  const { wallet, identity, user, bearer } = defaultDialect;
  const onBadSignature = variant.challenge.afterBadSignature === 'still valid' ? 'keep' : 'burn';
  const { identifiedBy, path } = variant.userRead;
  return {
    ...defaultDialect,
    wallet: {
      ...wallet,
      variant: walletVariants[variant.wallet.fields],
      challenge: { ...wallet.challenge, onBadSignature },
    },
    otp: {
      sms: { ...defaultDialect.otp.sms, ...createOtpKeys(variant, 'sms') },
      email: { ...defaultDialect.otp.email, ...createOtpKeys(variant, 'email') },
    },
    identity: { ...identity, unknown: unknownIdentity[variant.identities.unknown] },
    user: {
      ...user,
      path,
      identifiedBy: 'session' in identifiedBy ? 'bearerSession' : identifiedBy,
    },
    bearer: {
      ...bearer,
      requiredOn: [
        'sendSmsOtp',
        ...variant.bearer.alsoRequiredOn.map((operation) => operationIds[operation]),
      ],
    },
  };
}

function createOtpKeys({ otp }: Variant, channel: OtpChannel) {
  return { codeField: otp.codeField[channel], identifiedBy: otpIdentifiers[otp.identifiedBy] };
}
