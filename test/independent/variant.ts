import type { FlagCategory } from './accounts.ts';
import type { Reason } from './refusals.ts';

export const operations = [
  'cryptoWallet:start',
  'cryptoWallet:authenticate',
  'cryptoWallet:addToUser',
  'otp/sms:send',
  'otp/sms:authenticate',
  'otp/email:send',
  'otp/email:authenticate',
] as const;

export type Operation = (typeof operations)[number] | 'user';
export type Channel = 'sms' | 'email';

/** Deliberate bugs for tests of `flagbearer conform`. */
export interface OtpDefects {
  /** Returns the code of send number `count` of a channel; without this defect, the code is `random`. */
  readonly code?: (sent: { destination: string; count: number; random: string }) => string;
  /** Returns whether a wrong code is accepted. */
  readonly accepts?: (received: string, correct: string) => boolean;
}

/** A choice for each point that the interface leaves open ("not shown"). */
export interface Variant {
  otpDefects?: OtpDefects;

  /** §2.2 */
  wallet: {
    fields: 'walletNetwork' | 'walletType' | 'either';
    bothFields: 'accepted' | 'refused';
    /** The EIP-55 checksum of an address in mixed case. */
    checksum: 'verified' | 'ignored';
    /** EIP-2098 */
    compactSignature: 'accepted' | 'refused';
    repeatedAdd: 'accepted' | 'refused';
    /** Whether a user can add an unverified wallet of another user. A verified wallet is never moved. */
    unverifiedOfOtherUser: 'moved' | 'refused';
    /** §4.3 */
    addTarget: 'user of the session' | 'last user of the client' | 'user of a header';
  };

  /** §2.3 */
  challenge: {
    phrase: string;
    randomBytes: number;
    randomText: 'base64url' | 'hex' | 'decimal';
    boundTo: 'address' | 'address and network';
    afterSuccess: 'invalid' | 'still valid';
    afterBadSignature: 'invalid' | 'still valid';
    secondStart: 'replaces the first' | 'both stay valid' | 'repeats the first';
  };

  /** §2.5, §2.6, §4.4 – §4.7 */
  otp: {
    digits: 4 | 5 | 6 | 7 | 8;
    codeField: Record<Channel, string>;
    identifiedBy: 'record' | 'destination' | 'both' | 'either';
    recordIds: 'per destination' | 'per send';
    sendReturns: 'record' | 'nothing';
    authenticateReturns: readonly ('session' | 'userMask' | 'record')[];
    secondSend: 'replaces the first' | 'both stay valid';
    /** The number of wrong codes after which the code is invalid. */
    lockAfter: number | null;
  };

  identities: {
    unknown: 'sign up' | 'refused at start' | 'refused at authenticate';
    emailCase: 'ignored' | 'significant';
    phoneSeparators: 'removed' | 'refused';
  };

  /** §5.2, §5.7 */
  bearer: {
    /** `optional`: a token that is sent must be valid. */
    smsSend: 'required' | 'optional' | 'ignored';
    /** Operations that also require the access token. */
    alsoRequiredOn: readonly Operation[];
    /** What a session does that is sent as the bearer token of an SMS send. */
    sessionOnSmsSend: 'links the phone' | 'links nothing';
  };

  /** Whether challenges, one-time passwords and sessions are bound to one client application. */
  boundToClient: boolean;

  /** §7.4 */
  fraudRestricts: 'addToUser' | 'every write';

  /** §5.8 */
  session: {
    algorithm: 'HS256' | 'ES256' | 'RS256';
    jwksPath: string | null;
    idClaim: string;
    lifetimeSeconds: number | null;
    /** The random bytes of an opaque token; if undefined, the token is a JSON Web Token. */
    opaqueBytes?: number;
  };

  /** §2.4 */
  masks: {
    /** The text before the last four digits. */
    phonePrefix: string;
    withoutPhone: 'absent' | 'null' | 'empty';
    email: 'a***@example.test' | '***@example.test' | 'a•••@e•••.test';
    preferredMfaMethodWithoutPhone: string;
  };

  /** §4.8 */
  userRead: {
    path: string;
    identifiedBy: { session: true } | { query: string } | { header: string };
    envelope: readonly string[];
    idField: string;
    personalInformation: {
      /** The field with personal information; null if this information is directly in the user object. */
      field: string | null;
      name: string;
      phoneNumber: string;
      emailAddress: string;
      withF0000: 'shown' | 'absent' | 'null';
    };
    kyc: { field: string; beforeSubmission: 'absent' | 'null' | 'IN_REVIEW' };
    flags: {
      field: string;
      shape: 'list' | 'records by category' | 'codes by category';
      code: string;
      category: string;
      categories: Record<FlagCategory, string>;
      whenNone: 'empty' | 'absent';
    };
    /** null if transactions are not in the user object. */
    transactions: {
      field: string;
      id: string;
      cryptoStatus: string;
      returned: string | null;
      hashBeforeComplete: 'absent' | 'null' | 'empty';
    } | null;
    walletsField: string | null;
  };

  requests: {
    unknownFields: 'ignored' | 'refused';
    otherContentTypes: 'read' | 'refused';
  };

  responses: {
    successStatus: Partial<Record<Operation, 200 | 201 | 202>>;
    contentType: string;
    headerNames: 'lower case' | 'upper case' | 'title case';
    additionalFields: false | 'except in addToUser' | 'everywhere';
    errorBody: 'error' | 'problem' | 'text' | 'page' | 'empty';
    errorStatus: Record<Reason, number>;
  };
}
