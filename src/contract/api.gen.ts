// Generated from openapi/api.yaml by `npm run generate`: edit that file, not this one.

export interface paths {
  '/v1/auth/cryptoWallet:start': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start a crypto wallet authentication
     * @description Returns a challenge for the wallet to sign.
     */
    post: operations['startWalletAuth'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/cryptoWallet:authenticate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Authenticate a user's crypto wallet
     * @description Verifies the signed challenge and returns a session token. An unverified wallet becomes
     *     verified (§3).
     */
    post: operations['authenticateWallet'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/cryptoWallet:addToUser': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add an unverified crypto wallet to a user
     * @description The wallet is unverified until the user authenticates it (§3). The wallet is added to the
     *     user of the session token. Without a session token, the wallet is added to the last user who
     *     signed in through this client (`identity.addWalletTarget`).
     */
    post: operations['addWalletToUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/otp/sms:send': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send an SMS one-time password */
    post: operations['sendSmsOtp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/otp/sms:authenticate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Authenticate a user with an SMS one-time password */
    post: operations['authenticateSmsOtp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/otp/email:send': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send an email one-time password */
    post: operations['sendEmailOtp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/otp/email:authenticate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Authenticate a user with an email one-time password */
    post: operations['authenticateEmailOtp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/user': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the user
     * @description Returns flags, KYC status and transactions of the user of the session token
     *     (`user.identifiedBy`). Flags never prevent a read (§7.2, §7.3).
     */
    get: operations['getUser'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description A crypto wallet. In the default dialect, exactly one of `walletNetwork` and `walletType` is required. */
    WalletIdentity: {
      walletAddress: components['schemas']['WalletAddress'];
      walletNetwork?: components['schemas']['WalletNetwork'];
      walletType?: components['schemas']['WalletType'];
    };
    /** @description A crypto wallet and the signed challenge. In the default dialect, exactly one of `walletNetwork` and `walletType` is required. */
    SignedWalletIdentity: {
      walletAddress: components['schemas']['WalletAddress'];
      walletNetwork?: components['schemas']['WalletNetwork'];
      walletType?: components['schemas']['WalletType'];
      /** @description The challenge, signed as an EIP-191 personal message. */
      signature: string;
    };
    /**
     * Format: eip55-address
     * @description 0x and 40 hexadecimal digits. The EIP-55 checksum of a mixed-case address is verified.
     */
    WalletAddress: string;
    /**
     * @description The network of the wallet.
     * @enum {string}
     */
    WalletNetwork: 'ETHEREUM' | 'POLYGON';
    /**
     * @description The type of the wallet, such as EVM.
     * @enum {string}
     */
    WalletType: 'EVM';
    /** @description The challenge for the wallet to sign. */
    Challenge: {
      /** @description A fixed sign-in phrase and a long random string of URL-safe characters. */
      challenge: string;
    };
    /** @description The result of an authentication. */
    Authentication: {
      /** @description The session of the user, a signed JWT (RFC 7519). */
      sessionJwt: string;
      userMask: components['schemas']['UserMask'];
    };
    /** @description The user, with a masked phone number. */
    UserMask: {
      id: components['schemas']['Id'];
      createTime: components['schemas']['Timestamp'];
      updateTime: components['schemas']['Timestamp'];
      phoneMask?: components['schemas']['PhoneMask'];
      /**
       * @description The preferred second factor of the user, such as OTP_SMS.
       * @enum {string}
       */
      preferredMfaMethod: 'OTP_SMS';
    };
    /** @description The phone number to send the code to. */
    SmsDestination: {
      phoneNumber: components['schemas']['PhoneNumber'];
    };
    /** @description The phone record. */
    PhoneRecord: {
      phoneId: components['schemas']['Id'];
      phoneMask: components['schemas']['PhoneMask'];
    };
    /** @description The one-time password and its phone record. */
    SmsCode: {
      phoneId: components['schemas']['RecordReference'];
      otp: components['schemas']['OneTimePassword'];
    };
    /** @description The email address to send the code to. */
    EmailDestination: {
      emailAddress: components['schemas']['EmailAddress'];
    };
    /** @description The email record. */
    EmailRecord: {
      emailId: components['schemas']['Id'];
      emailMask: components['schemas']['EmailMask'];
    };
    /** @description The one-time password and its email record. */
    EmailCode: {
      emailId: components['schemas']['RecordReference'];
      otp: components['schemas']['OneTimePassword'];
    };
    /**
     * Format: phone-number
     * @description A phone number in international format (E.164), as + and digits.
     */
    PhoneNumber: string;
    /**
     * Format: email
     * @description An email address; compared case-insensitively.
     */
    EmailAddress: string;
    /** @description The phone number, masked except for the last four digits. */
    PhoneMask: string;
    /** @description The email address, masked. */
    EmailMask: string;
    /** @description The id of the record that the send operation returned. */
    RecordReference: string;
    /** @description The code that was sent. */
    OneTimePassword: string;
    /** @description An empty object. */
    Empty: Record<string, never>;
    /** @description The user, as returned to client applications. */
    User: {
      id: components['schemas']['Id'];
      createTime: components['schemas']['Timestamp'];
      updateTime: components['schemas']['Timestamp'];
      phoneMask?: components['schemas']['PhoneMask'];
      emailMask?: components['schemas']['EmailMask'];
      kyc?: components['schemas']['Kyc'];
      /** @description The flags of the user. */
      flags: components['schemas']['Flag'][];
      personalInformation?: components['schemas']['PersonalInformation'];
      /** @description The crypto wallets of the user, verified and unverified. */
      wallets: components['schemas']['Wallet'][];
      /** @description The transaction history, oldest first. */
      transactions: components['schemas']['Transaction'][];
    };
    /** @description The KYC sub-object. */
    Kyc: {
      status: components['schemas']['KycStatus'];
    };
    /**
     * @description The KYC status.
     * @enum {string}
     */
    KycStatus: 'APPROVED' | 'IN_REVIEW' | 'DECLINED';
    /** @description A user flag. */
    Flag: {
      /** @description The flag code, such as F0000. */
      code: string;
      category?: components['schemas']['FlagCategory'];
    };
    /**
     * @description The category of a flag.
     * @enum {string}
     */
    FlagCategory: 'Fraud' | 'KYC Review' | 'Transaction Processing';
    /** @description The personal information of the user. Absent if a flag withholds it (§7.2). */
    PersonalInformation: {
      /** @description First name. */
      firstName?: string;
      /** @description Last name. */
      lastName?: string;
      /**
       * Format: date
       * @description Date of birth.
       */
      dateOfBirth?: string;
      /** @description Street and number. */
      streetAddress?: string;
      /** @description City. */
      city?: string;
      /** @description State or region. */
      region?: string;
      /** @description Postal code. */
      postalCode?: string;
      /** @description Country (ISO 3166-1 alpha-2). */
      countryCode?: string;
      phoneNumber?: components['schemas']['PhoneNumber'];
      emailAddress?: components['schemas']['EmailAddress'];
    };
    /** @description A crypto wallet of the user. */
    Wallet: {
      /** @description The address as the client last sent it. */
      walletAddress: string;
      walletNetwork?: components['schemas']['WalletNetwork'];
      walletType?: components['schemas']['WalletType'];
      /**
       * @description Whether the user has authenticated the wallet.
       * @enum {string}
       */
      status: 'unverified' | 'verified';
    };
    /** @description An ACH transaction. */
    Transaction: {
      id: components['schemas']['Id'];
      cryptoStatus: components['schemas']['CryptoStatus'];
      /** @description The hash of the transaction on its chain; present if the crypto status is COMPLETE. */
      transactionHash?: string;
      createTime: components['schemas']['Timestamp'];
      updateTime: components['schemas']['Timestamp'];
    };
    /**
     * @description The crypto status of a transaction.
     * @enum {string}
     */
    CryptoStatus: 'PENDING' | 'COMPLETE' | 'FAILED';
    /**
     * Format: uuid
     * @description A UUID.
     */
    Id: string;
    /**
     * Format: date-time
     * @description ISO 8601, UTC, with milliseconds.
     */
    Timestamp: string;
    /** @description Why a request was rejected. */
    Error: {
      code: components['schemas']['ErrorCode'];
      /** @description The problem, for developers. */
      message: string;
      /** @description The invalid parts of the request. */
      details: components['schemas']['ErrorDetail'][];
    };
    /** @description One problem in the request. */
    ErrorDetail: {
      /** @description JSON Pointer (RFC 6901) into the request, starting with /body, /query, /headers or /path. */
      pointer: string;
      /** @description The expected value. */
      message: string;
    };
    /**
     * @description The error code.
     * @enum {string}
     */
    ErrorCode:
      | 'clientCredentials'
      | 'bearer'
      | 'malformed'
      | 'invalidRequest'
      | 'signature'
      | 'challengeUnknown'
      | 'challengeExpired'
      | 'otpWrong'
      | 'otpExpired'
      | 'otpLocked'
      | 'identityUnknown'
      | 'flagRestricts'
      | 'identityTaken'
      | 'rateLimited'
      | 'tooLarge'
      | 'unsupportedMediaType'
      | 'notFound'
      | 'methodNotAllowed'
      | 'internal';
  };
  responses: {
    /** @description The body is not JSON, or does not match the contract. */
    BadBody: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The request does not match the contract. */
    BadRequest: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The client credentials are missing or wrong. */
    ClientRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The client credentials or the bearer token are missing or invalid. */
    BearerRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The client credentials are invalid, or the one-time password is wrong or expired. */
    CodeRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Too many wrong one-time passwords. Request a new one. */
    CodeLocked: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Too many one-time passwords were sent. */
    RateLimited: {
      headers: {
        /** @description Seconds until the next send is accepted. */
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description A Fraud flag forbids a write of this request (`flags.fraudRestricts`). */
    FlagRestricts: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description No user has this wallet, phone number, email address or user id. */
    IdentityUnknown: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The wallet or phone number belongs to another user. */
    IdentityTaken: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The body is too large. */
    TooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The body is not application/json in UTF-8, or its Content-Encoding is not supported. */
    MediaType: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  startWalletAuth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WalletIdentity'];
      };
    };
    responses: {
      /** @description The challenge to sign. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Challenge'];
        };
      };
      400: components['responses']['BadBody'];
      401: components['responses']['ClientRefused'];
      /** @description No user has this wallet. Only if `identity.unknown` is `rejectAtStart`. */
      404: components['responses']['IdentityUnknown'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
    };
  };
  authenticateWallet: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignedWalletIdentity'];
      };
    };
    responses: {
      /** @description The session of the user. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Authentication'];
        };
      };
      400: components['responses']['BadBody'];
      /** @description The client credentials, the signature or the challenge are invalid. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      403: components['responses']['FlagRestricts'];
      /** @description No user has this wallet. Only if `identity.unknown` is `rejectAtAuthenticate`. */
      404: components['responses']['IdentityUnknown'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
    };
  };
  addWalletToUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WalletIdentity'];
      };
    };
    responses: {
      /** @description The wallet was added, or already belonged to the user. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      400: components['responses']['BadBody'];
      401: components['responses']['BearerRefused'];
      403: components['responses']['FlagRestricts'];
      /** @description The wallet belongs to another user. Only if `wallet.addOwned` is `reject`. */
      409: components['responses']['IdentityTaken'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
    };
  };
  sendSmsOtp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SmsDestination'];
      };
    };
    responses: {
      /** @description The phone record. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PhoneRecord'];
        };
      };
      400: components['responses']['BadBody'];
      401: components['responses']['BearerRefused'];
      403: components['responses']['FlagRestricts'];
      /** @description No user has this phone number. Only if `identity.unknown` is `rejectAtStart`. */
      404: components['responses']['IdentityUnknown'];
      /** @description The phone number belongs to another user. Only if `otp.sms.bearerSession` is `addsPhone`. */
      409: components['responses']['IdentityTaken'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      429: components['responses']['RateLimited'];
    };
  };
  authenticateSmsOtp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SmsCode'];
      };
    };
    responses: {
      /** @description The session of the user. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Authentication'];
        };
      };
      400: components['responses']['BadBody'];
      401: components['responses']['CodeRefused'];
      403: components['responses']['FlagRestricts'];
      /**
       * @description No user has this phone number. Only if `identity.unknown` is `rejectAtAuthenticate`, or
       *     `rejectAtStart` and the user has changed the number since the send.
       */
      404: components['responses']['IdentityUnknown'];
      /** @description The phone number belongs to another user. Only if `otp.sms.bearerSession` is `addsPhone`. */
      409: components['responses']['IdentityTaken'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      429: components['responses']['CodeLocked'];
    };
  };
  sendEmailOtp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EmailDestination'];
      };
    };
    responses: {
      /** @description The email record. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmailRecord'];
        };
      };
      400: components['responses']['BadBody'];
      401: components['responses']['ClientRefused'];
      /** @description No user has this email address. Only if `identity.unknown` is `rejectAtStart`. */
      404: components['responses']['IdentityUnknown'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      429: components['responses']['RateLimited'];
    };
  };
  authenticateEmailOtp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EmailCode'];
      };
    };
    responses: {
      /** @description The session of the user. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Authentication'];
        };
      };
      400: components['responses']['BadBody'];
      401: components['responses']['CodeRefused'];
      403: components['responses']['FlagRestricts'];
      /** @description No user has this email address. Only if `identity.unknown` is `rejectAtAuthenticate`. */
      404: components['responses']['IdentityUnknown'];
      413: components['responses']['TooLarge'];
      415: components['responses']['MediaType'];
      429: components['responses']['CodeLocked'];
    };
  };
  getUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The user. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['BearerRefused'];
      /** @description No user has this id. Only if `user.identifiedBy` is not `bearerSession`. */
      404: components['responses']['IdentityUnknown'];
    };
  };
}
