// Generated from openapi/schemas/dialect.schema.json by `npm run generate`: edit that file, not this one.

/**
 * The choices of a deployment where the interface leaves behaviour open. A missing key has its default value.
 */
export interface Dialect {
  /**
   * URL of this schema, for editors.
   */
  $schema?: string;
  /**
   * Version of the dialect format; only 1 is supported.
   */
  version: 1;
  /**
   * The values, nested by the dots in the key names.
   */
  values?: {
    /**
     * Crypto wallets.
     */
    wallet?: {
      /**
       * Field that specifies the wallet: walletNetwork or walletType (either), only walletNetwork (network), only walletType (type).
       */
      variant?: 'either' | 'network' | 'type';
      /**
       * Whether a request with both walletNetwork and walletType is rejected or accepted.
       */
      both?: 'reject' | 'accept';
      /**
       * Accepted values of walletType.
       *
       * @minItems 1
       * @maxItems 16
       */
      types?: string[];
      /**
       * Field of a wallet in the user read: the field that the wallet was received with, always walletNetwork, or always walletType.
       */
      emits?: 'asReceived' | 'network' | 'type';
      /**
       * Whether a wallet is identified by its address, or by address and network.
       */
      identity?: 'address' | 'addressAndNetwork';
      /**
       * Whether one sign-in can send one of the two fields in start and the other field in authenticate.
       */
      crossVariant?: 'accept' | 'reject';
      /**
       * Whether the EIP-55 checksum of a mixed-case address is verified. A lower-case or upper-case address has no checksum.
       */
      checksum?: 'verify' | 'ignore';
      /**
       * Result of adding a wallet of another user: reject, or accept (the wallet then belongs to the user who added it, and is unverified).
       */
      addOwned?: 'reject' | 'accept';
      /**
       * The string to sign.
       */
      challenge?: {
        /**
         * The fixed phrase at the start of a challenge; the random part follows without a separator.
         */
        phrase?: string;
        /**
         * How long a challenge is valid.
         */
        ttl?: string;
        /**
         * Whether a new challenge replaces the previous challenge (latest), or all challenges remain valid until they expire (all; at most the newest 16 of a wallet).
         */
        outstanding?: 'latest' | 'all';
        /**
         * Whether a wrong signature leaves the challenge valid (keep) or invalidates it (burn).
         */
        onBadSignature?: 'keep' | 'burn';
        /**
         * Whether a challenge can be used again after a successful sign-in.
         */
        reuse?: 'reject' | 'accept';
      };
      /**
       * Signatures. EIP-191 personal messages are our choice.
       */
      signature?: {
        /**
         * Accepted encodings of the signature: rsv (65 bytes, low s), also compact (64 bytes, EIP-2098) and highS (s in the upper half).
         */
        accepts?: ('rsv' | 'compact' | 'highS')[];
      };
    };
    /**
     * One-time passwords.
     */
    otp?: {
      /**
       * One-time passwords by SMS.
       */
      sms?: {
        /**
         * Response of the send operation: the record (phoneId and its mask), or an empty object.
         */
        sendReturns?: 'record' | 'empty';
        /**
         * Response of the authenticate operation: the session (sessionJwt and userMask), the record (phoneId and its mask), both, or an empty object.
         */
        authenticateReturns?: 'session' | 'record' | 'sessionAndRecord' | 'empty';
        /**
         * Field that identifies the one-time password in the authenticate request: phoneId (recordId), phoneNumber (destination), or both (both).
         */
        identifiedBy?: 'recordId' | 'destination' | 'both';
        /**
         * Name of the field with the code.
         */
        codeField?: string;
        /**
         * Whether each send to a destination has the same phoneId, or a new one.
         */
        recordId?: 'perDestination' | 'perSend';
        /**
         * Whether a new send replaces previous codes (latest), or all codes remain valid until they expire (all; at most the newest 16 of a destination).
         */
        outstanding?: 'latest' | 'all';
        /**
         * Number of digits of a code.
         */
        codeLength?: number;
        /**
         * How long a code is valid.
         */
        ttl?: string;
        /**
         * Number of wrong attempts after which a code is locked until a new send.
         */
        maxAttempts?: number;
        /**
         * Effect of a send with the session token of a user: the phone number is added to that user (addsPhone), the send has no such effect (ignored), or the number must belong to that user (mustMatch).
         */
        bearerSession?: 'addsPhone' | 'ignored' | 'mustMatch';
      };
      /**
       * One-time passwords by email.
       */
      email?: {
        /**
         * Response of the send operation: the record (emailId and its mask), or an empty object.
         */
        sendReturns?: 'record' | 'empty';
        /**
         * Response of the authenticate operation: the session (sessionJwt and userMask), the record (emailId and its mask), both, or an empty object.
         */
        authenticateReturns?: 'session' | 'record' | 'sessionAndRecord' | 'empty';
        /**
         * Field that identifies the one-time password in the authenticate request: emailId (recordId), emailAddress (destination), or both (both).
         */
        identifiedBy?: 'recordId' | 'destination' | 'both';
        /**
         * Name of the field with the code.
         */
        codeField?: string;
        /**
         * Whether each send to a destination has the same emailId, or a new one.
         */
        recordId?: 'perDestination' | 'perSend';
        /**
         * Whether a new send replaces previous codes (latest), or all codes remain valid until they expire (all; at most the newest 16 of a destination).
         */
        outstanding?: 'latest' | 'all';
        /**
         * Number of digits of a code.
         */
        codeLength?: number;
        /**
         * How long a code is valid.
         */
        ttl?: string;
        /**
         * Number of wrong attempts after which a code is locked until a new send.
         */
        maxAttempts?: number;
      };
    };
    /**
     * The user of a wallet, phone number or email address.
     */
    identity?: {
      /**
       * Result of a sign-in with a wallet, phone number or email address without a user: the authenticate operation creates a user (signUp); the start or send operation rejects the request (rejectAtStart); or the authenticate operation rejects the request (rejectAtAuthenticate).
       */
      unknown?: 'signUp' | 'rejectAtStart' | 'rejectAtAuthenticate';
      /**
       * User to whom addToUser adds a wallet: the user of the bearer token, else the user last authenticated through this client (bearerElseLast); or only the user of the bearer token (bearer).
       */
      addWalletTarget?: 'bearerElseLast' | 'bearer';
    };
    /**
     * The userMask of an authentication.
     */
    userMask?: {
      /**
       * phoneMask of a user without a phone number: absent, null, or an empty string. In YAML, null and "null" mean the same.
       */
      absent?: 'omit' | 'null' | 'empty';
      /**
       * Allowed values of preferredMfaMethod. The sandbox returns the first.
       *
       * @minItems 1
       * @maxItems 16
       */
      preferredMfaMethods?: string[];
    };
    /**
     * Masks of phone numbers and email addresses.
     */
    masks?: {
      /**
       * Template of phoneMask; {last4} is replaced by the last four digits.
       */
      phone?: string;
      /**
       * Template of emailMask; {first} is replaced by the first character, {domain} by the domain.
       */
      email?: string;
    };
    /**
     * The user read.
     */
    user?: {
      /**
       * Path of the user read; starts with / and ends in /user.
       */
      path?: string;
      /**
       * How the user to read is identified: by the session token (bearerSession), by a query parameter with the user id, such as {query: userId}, or by a header with the user id, such as {header: user-id}.
       */
      identifiedBy?:
        | 'bearerSession'
        | {
            /**
             * Name of the query parameter.
             */
            query: string;
          }
        | {
            /**
             * Name of the header.
             */
            header: string;
          };
      /**
       * Name of the property that contains the user object, such as `user`; `data.user` for a property of a property; or `none`.
       */
      envelope?: string;
      /**
       * Names of the properties of the user object.
       */
      names?: {
        /**
         * Name of the property with the KYC sub-object.
         */
        kyc?: string;
        /**
         * Name of the property with the flags.
         */
        flags?: string;
        /**
         * Name of the property with the code of a flag.
         */
        code?: string;
        /**
         * Name of the property with the category of a flag. `none`: the deployment does not return it.
         */
        category?: string;
        /**
         * Name of the property with the personal information. `none`: the deployment does not return it.
         */
        personalInformation?: string;
        /**
         * Name of the property with the wallets. `none`: the deployment does not return them.
         */
        wallets?: string;
        /**
         * Name of the property with the transaction history. `none`: the deployment does not return it.
         */
        transactions?: string;
        /**
         * Name of the property with the crypto status of a transaction.
         */
        cryptoStatus?: string;
      };
      /**
       * Whether flags are a list of objects, or an object with one list per category.
       */
      flagsShape?: 'list' | 'byCategory';
    };
    /**
     * User flags.
     */
    flags?: {
      /**
       * Names of the three categories in responses. Default: the names in the interface.
       */
      categoryNames?: {
        /**
         * Name of Fraud.
         */
        Fraud?: string;
        /**
         * Name of KYC Review.
         */
        'KYC Review'?: string;
        /**
         * Name of Transaction Processing.
         */
        'Transaction Processing'?: string;
      };
      /**
       * The flag codes that exist, and the category of each. The interface defines only F0000, without a category.
       *
       * @minItems 1
       * @maxItems 1000
       */
      catalogue?: {
        /**
         * The code in responses.
         */
        code: string;
        /**
         * Category of the flag in the interface; null if the flag has no category.
         */
        category: 'Fraud' | 'KYC Review' | 'Transaction Processing' | null;
        /**
         * A short name.
         */
        title: string;
        /**
         * An example message for the user; not defined in the interface.
         */
        message: string;
        /**
         * Whether the code is an example, not defined in the interface.
         */
        example?: boolean;
      }[];
      /**
       * Codes that withhold the personal information of a user. In the interface, only F0000 can withhold it.
       *
       * @maxItems 1
       */
      withhold?: 'F0000'[];
      /**
       * The writes that a Fraud flag forbids: adding a wallet (`addWallet`, which must be in the list), verifying a wallet (`verifyWallet`), adding a phone number (`addPhone`), linking a client (`linkClient`).
       */
      fraudRestricts?: ('addWallet' | 'verifyWallet' | 'addPhone' | 'linkClient')[];
    };
    /**
     * The KYC sub-object and its status.
     */
    kyc?: {
      /**
       * The KYC sub-object of a user who has not submitted KYC: absent, or with the status IN_REVIEW.
       */
      beforeSubmission?: 'omit' | 'IN_REVIEW';
      /**
       * Allowed status transitions: any, or the next statuses of each status, such as {IN_REVIEW: [APPROVED, DECLINED]}.
       */
      transitions?:
        | 'any'
        | {
            /**
             * Next statuses of APPROVED. Default: none.
             */
            APPROVED?: ('APPROVED' | 'IN_REVIEW' | 'DECLINED')[];
            /**
             * Next statuses of IN_REVIEW. Default: none.
             */
            IN_REVIEW?: ('APPROVED' | 'IN_REVIEW' | 'DECLINED')[];
            /**
             * Next statuses of DECLINED. Default: none.
             */
            DECLINED?: ('APPROVED' | 'IN_REVIEW' | 'DECLINED')[];
          };
    };
    /**
     * The Authorization header.
     */
    bearer?: {
      /**
       * Operations that require a bearer token. If user.identifiedBy is bearerSession, the user read always requires a session token, sent as session.sentIn defines.
       */
      requiredOn?: (
        | 'startWalletAuth'
        | 'authenticateWallet'
        | 'addWalletToUser'
        | 'sendSmsOtp'
        | 'authenticateSmsOtp'
        | 'sendEmailOtp'
        | 'authenticateEmailOtp'
        | 'getUser'
      )[];
      /**
       * Bearer tokens that the operations in bearer.requiredOn accept: the access token of the client, the session token of a user. An operation that requires a user accepts only a session token.
       *
       * @minItems 1
       */
      accepts?: ('client' | 'session')[];
    };
    /**
     * The sessionJwt.
     */
    session?: {
      /**
       * Signature algorithm (RFC 7518).
       */
      algorithm?: 'ES256' | 'RS256' | 'EdDSA' | 'HS256';
      /**
       * How long a session is valid.
       */
      ttl?: string;
      /**
       * Path of the public keys (RFC 7517), or `none`.
       */
      jwksPath?: string;
      /**
       * The claim with the user id.
       */
      subjectClaim?: string;
      /**
       * Whether a session token is only accepted from the client that obtained it.
       */
      boundToClient?: 'yes' | 'no';
      /**
       * Where a client sends a session: as the bearer token of the Authorization header (authorization), in another header, such as {header: user-session}, or in a cookie, such as {cookie: session}.
       */
      sentIn?:
        | 'authorization'
        | {
            /**
             * Name of the header.
             */
            header: string;
          }
        | {
            /**
             * Name of the cookie.
             */
            cookie: string;
          };
    };
    /**
     * Requests in general.
     */
    requests?: {
      /**
       * Whether unknown fields in a body are rejected or ignored.
       */
      unknownFields?: 'reject' | 'ignore';
      /**
       * Whether a body with a Content-Type other than application/json is rejected, or parsed as JSON.
       */
      contentType?: 'enforce' | 'ignore';
    };
    /**
     * Successful responses.
     */
    success?: {
      /**
       * HTTP status of success: 200, 201 or 202 for all operations, or a status per operation, such as {sendSmsOtp: 202} (other operations: 200).
       */
      status?:
        | (200 | 201 | 202)
        | {
            /**
             * Status of an accepted startWalletAuth.
             */
            startWalletAuth?: 200 | 201 | 202;
            /**
             * Status of an accepted authenticateWallet.
             */
            authenticateWallet?: 200 | 201 | 202;
            /**
             * Status of an accepted addWalletToUser.
             */
            addWalletToUser?: 200 | 201 | 202;
            /**
             * Status of an accepted sendSmsOtp.
             */
            sendSmsOtp?: 200 | 201 | 202;
            /**
             * Status of an accepted authenticateSmsOtp.
             */
            authenticateSmsOtp?: 200 | 201 | 202;
            /**
             * Status of an accepted sendEmailOtp.
             */
            sendEmailOtp?: 200 | 201 | 202;
            /**
             * Status of an accepted authenticateEmailOtp.
             */
            authenticateEmailOtp?: 200 | 201 | 202;
            /**
             * Status of an accepted getUser.
             */
            getUser?: 200 | 201 | 202;
          };
    };
    /**
     * Error responses.
     */
    errors?: {
      /**
       * Shape of an error: flat {code, message, details}, problem (RFC 9457), nested {error: {code, message, details}}, or no body.
       */
      body?: 'flat' | 'problem' | 'nested' | 'empty';
      /**
       * HTTP status by cause.
       */
      status?: {
        /**
         * HTTP status for missing or wrong client id or secret.
         */
        clientCredentials?: number;
        /**
         * HTTP status for a bearer token that is missing, invalid, expired, of another client, or that does not identify a user.
         */
        bearer?: number;
        /**
         * HTTP status for a body that is not JSON.
         */
        malformed?: number;
        /**
         * HTTP status for a request that does not match the contract.
         */
        schema?: number;
        /**
         * HTTP status for a signature that was not created by the wallet for the challenge.
         */
        signature?: number;
        /**
         * HTTP status for an authenticate request for a wallet without an outstanding challenge.
         */
        challengeUnknown?: number;
        /**
         * HTTP status for a challenge that has expired.
         */
        challengeExpired?: number;
        /**
         * HTTP status for a wrong, used, replaced or unknown one-time password.
         */
        otpWrong?: number;
        /**
         * HTTP status for a one-time password that has expired.
         */
        otpExpired?: number;
        /**
         * HTTP status for too many wrong one-time passwords.
         */
        otpLocked?: number;
        /**
         * HTTP status for a wallet, phone number, email address or user id without a user.
         */
        identityUnknown?: number;
        /**
         * HTTP status for a write that a Fraud flag forbids.
         */
        flagRestricts?: number;
        /**
         * HTTP status for a wallet or phone number of another user.
         */
        identityTaken?: number;
        /**
         * HTTP status for too many one-time passwords sent.
         */
        rateLimited?: number;
        /**
         * HTTP status for a body that is too large.
         */
        tooLarge?: number;
        /**
         * HTTP status for an unsupported media type or content encoding.
         */
        mediaType?: number;
        /**
         * HTTP status for an unknown path.
         */
        notFound?: number;
        /**
         * HTTP status for a method that the path does not support.
         */
        method?: number;
      };
    };
    /**
     * Limits of request bodies and of sent one-time passwords.
     */
    limits?: {
      /**
       * Maximum size of a request body, in bytes.
       */
      bodyBytes?: number;
      /**
       * Rate limit of one-time passwords: none, or a number of sends within a period for each destination or each client, such as {count: 5, per: PT1M, scope: destination}.
       */
      sends?:
        | 'none'
        | {
            /**
             * Number of accepted sends.
             */
            count: number;
            /**
             * The period of the limit.
             */
            per: string;
            /**
             * The scope of the limit.
             */
            scope: 'destination' | 'client';
          };
    };
  };
  /**
   * Where and when `flagbearer conform --dialect-out` detected this dialect. The date changes only together with the dialect.
   */
  origin?: {
    /**
     * Base URL of the deployment.
     */
    target: string;
    /**
     * Start of the run that detected the dialect.
     */
    date: string;
    /**
     * Hash of the dialect, as `GET /sandbox/health` returns it.
     */
    hash: string;
  };
  /**
   * Keys that could not be detected; these keys have their default values.
   */
  unknown?: string[];
  /**
   * For each detected key, the request and response that decided it.
   */
  evidence?: {
    /**
     * A request and its response.
     */
    [k: string]: {
      [k: string]: unknown;
    };
  };
}
