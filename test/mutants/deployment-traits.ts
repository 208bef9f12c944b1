/** Names and values of a deployment that the interface leaves open. */
import type { DeclaredAccount } from '../../conformance/settings.ts';
import type { FlagCategory } from '../../src/contract/types.ts';
import type { Dialect, OtpChannel } from '../../src/dialect/dialect.ts';
import type { Variant } from '../independent/server.ts';

export interface DeploymentTraits {
  /** The wallet fields that the deployment accepts. */
  readonly accepts: { readonly walletNetwork: boolean; readonly walletType: boolean };
  /** The sign-in phrase of a challenge. */
  readonly phrase: string;
  readonly otp: Readonly<Record<OtpChannel, OtpTraits>>;
  readonly user: UserTraits;
  readonly categories: Readonly<Record<FlagCategory, string>>;
  /** Whether an unknown wallet signs up a new user. */
  readonly createsUsers: boolean;
  /** Whether a wallet is added to the last user who signed in if the request has no session. */
  readonly addsToLastUser: boolean;
  /** Whether a send with the session of a user adds the number to the user. */
  readonly addsNumber: boolean;
  /** The status of a write that a Fraud flag restricts. */
  readonly fraudStatus: number;
  /** Status of a wrong one-time password. */
  readonly codeStatus: number;
  readonly clients: readonly ClientCredentials[];
  readonly accounts: readonly DeclaredAccount[];
}

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accessToken: string;
}

export interface OtpTraits {
  readonly codeField: string;
  /** What identifies the code in a request to authenticate. */
  readonly identifiedBy: readonly ('record' | 'destination')[];
  readonly sendReturnsRecord: boolean;
  readonly authenticateReturnsSession: boolean;
}

export interface UserTraits {
  readonly path: string;
  /** Property names, outermost first. */
  readonly envelope: readonly string[];
  readonly kyc: string;
  readonly flags: string;
  readonly flagsAs: 'list' | 'records by category' | 'codes by category';
  readonly code: string;
  /** Null if a flag has no field for its category. */
  readonly category: string | null;
  /** Names of the properties with personal information. */
  readonly personalInformation: readonly string[];
  /** Null if transactions are not in the user object. */
  readonly transactions: string | null;
  readonly cryptoStatus: string;
  /** Null if wallets are not in the user object. */
  readonly wallets: string | null;
  readonly isReadBySession: boolean;
}

type Actors = Pick<DeploymentTraits, 'clients' | 'accounts'>;

/** What identifies a code, for each value of `identifiedBy` in a dialect or variant. */
const identifications = {
  recordId: ['record'],
  record: ['record'],
  destination: ['destination'],
  both: ['record', 'destination'],
  either: ['record', 'destination'],
} as const;

/** Returns the names and values of a sandbox in a dialect. */
export function createDialectTraits(dialect: Dialect, actors: Actors): DeploymentTraits {
  const { variant } = dialect.wallet;
  const { names, envelope, flagsShape, identifiedBy, path } = dialect.user;
  const toNullable = (name: string) => (name === 'none' ? null : name);
  return {
    ...actors,
    accepts: { walletNetwork: variant !== 'type', walletType: variant !== 'network' },
    phrase: dialect.wallet.challenge.phrase,
    otp: { sms: createOtpTraits(dialect.otp.sms), email: createOtpTraits(dialect.otp.email) },
    user: {
      path,
      envelope: envelope === 'none' ? [] : envelope.split('.'),
      kyc: names.kyc,
      flags: names.flags,
      flagsAs: flagsShape === 'list' ? 'list' : 'records by category',
      code: names.code,
      category: toNullable(names.category),
      personalInformation: [names.personalInformation].filter((name) => name !== 'none'),
      transactions: toNullable(names.transactions),
      cryptoStatus: names.cryptoStatus,
      wallets: toNullable(names.wallets),
      isReadBySession: identifiedBy === 'bearerSession',
    },
    categories: dialect.flags.categoryNames,
    createsUsers: dialect.identity.unknown === 'signUp',
    addsToLastUser: dialect.identity.addWalletTarget === 'bearerElseLast',
    addsNumber: dialect.otp.sms.bearerSession === 'addsPhone',
    fraudStatus: dialect.errors.status.flagRestricts,
    codeStatus: dialect.errors.status.otpWrong,
  };
}

function createOtpTraits(otp: {
  readonly codeField: string;
  readonly identifiedBy: keyof typeof identifications;
  readonly sendReturns: string;
  readonly authenticateReturns: string | readonly string[];
}): OtpTraits {
  return {
    codeField: otp.codeField,
    identifiedBy: identifications[otp.identifiedBy],
    sendReturnsRecord: otp.sendReturns === 'record',
    authenticateReturnsSession: /session/i.test(String(otp.authenticateReturns)),
  };
}

/** Returns the names and values of the independent server in a variant. */
export function createVariantTraits(variant: Variant, actors: Actors): DeploymentTraits {
  const { userRead, otp, responses, wallet } = variant;
  const { personalInformation: person } = userRead;
  const getOtpTraits = (channel: OtpChannel) =>
    createOtpTraits({ ...otp, codeField: otp.codeField[channel] });
  return {
    ...actors,
    accepts: {
      walletNetwork: wallet.fields !== 'walletType',
      walletType: wallet.fields !== 'walletNetwork',
    },
    phrase: variant.challenge.phrase,
    otp: { sms: getOtpTraits('sms'), email: getOtpTraits('email') },
    user: {
      path: userRead.path,
      envelope: userRead.envelope,
      kyc: userRead.kyc.field,
      flags: userRead.flags.field,
      flagsAs: userRead.flags.shape,
      code: userRead.flags.code,
      category: userRead.flags.shape === 'list' ? userRead.flags.category : null,
      personalInformation:
        person.field === null
          ? [person.name, person.phoneNumber, person.emailAddress]
          : [person.field],
      transactions: userRead.transactions?.field ?? null,
      cryptoStatus: userRead.transactions?.cryptoStatus ?? '',
      wallets: userRead.walletsField,
      isReadBySession: 'session' in userRead.identifiedBy,
    },
    categories: userRead.flags.categories,
    createsUsers: variant.identities.unknown === 'sign up',
    addsToLastUser: wallet.addTarget === 'last user of the client',
    addsNumber: variant.bearer.sessionOnSmsSend === 'links the phone',
    fraudStatus: responses.errorStatus.fraud,
    codeStatus: responses.errorStatus.code,
  };
}
