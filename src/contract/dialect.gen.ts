// Generated from openapi/schemas/dialect.schema.json by `npm run generate`: edit that file, not this one.

/**
 * Every point that the interface leaves "not shown", as one typed switch. A key left out has its default.
 */
export interface Dialect {
  /**
   * Where this schema is, for editors.
   */
  $schema?: string;
  /**
   * Version of this format.
   */
  version: 1;
  /**
   * The choices, nested by the dots of their names.
   */
  values?: {
    /**
     * Crypto wallets.
     */
    wallet?: {
      /**
       * Which field names the wallet: walletNetwork or walletType (either), walletNetwork only (network), walletType only (type).
       */
      variant?: 'either' | 'network' | 'type';
      /**
       * Whether a request that carries walletNetwork and walletType together is refused or accepted.
       */
      both?: 'reject' | 'accept';
      /**
       * Values of walletType that are accepted. EVM is the one seen.
       *
       * @minItems 1
       * @maxItems 16
       */
      types?: string[];
      /**
       * Under which field a wallet is shown on the user read: the one it was received with, always walletNetwork, or always walletType.
       */
      emits?: 'asReceived' | 'network' | 'type';
      /**
       * Whether the address alone tells wallets apart, or the address together with its network.
       */
      identity?: 'address' | 'addressAndNetwork';
      /**
       * Whether a challenge asked for with one field may be answered with the other.
       */
      crossVariant?: 'accept' | 'reject';
      /**
       * Whether the EIP-55 checksum of a mixed-case address is verified. An address in one case has none.
       */
      checksum?: 'verify' | 'ignore';
      /**
       * What happens when a wallet that belongs to another user is added: refused, or accepted, whereupon it moves to the user who added it, unverified.
       */
      addOwned?: 'reject' | 'accept';
      /**
       * The string to sign.
       */
      challenge?: {
        /**
         * The fixed sign-in phrase; the random part follows it without a separator of its own.
         */
        phrase?: string;
        /**
         * How long a challenge can be answered.
         */
        ttl?: string;
        /**
         * Whether a new challenge replaces the one before (latest), or all stay valid until they expire (all).
         */
        outstanding?: 'latest' | 'all';
        /**
         * Whether a challenge survives a wrong signature (keep), or is used up by it (burn).
         */
        onBadSignature?: 'keep' | 'burn';
        /**
         * Whether a challenge can be answered again after it succeeded.
         */
        reuse?: 'reject' | 'accept';
      };
      /**
       * Signatures. That a wallet signs an EIP-191 personal message is our choice.
       */
      signature?: {
        /**
         * Encodings that are accepted: rsv (65 bytes, low s), and beside it compact (64 bytes, EIP-2098) and highS (s in the upper half).
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
         * What the send call answers: the record (phoneId and its mask), or an empty object.
         */
        sendReturns?: 'record' | 'empty';
        /**
         * What the authenticate call answers: the session (sessionJwt and userMask), the record (phoneId and its mask), both, or an empty object.
         */
        authenticateReturns?: 'session' | 'record' | 'sessionAndRecord' | 'empty';
        /**
         * How the authenticate call names the one-time password it answers: by phoneId, by phoneNumber, or by both fields together.
         */
        identifiedBy?: 'recordId' | 'destination' | 'both';
        /**
         * The name of the field that carries the code.
         */
        codeField?: string;
        /**
         * Whether phoneId stays the same for a destination, or is new with every send.
         */
        recordId?: 'perDestination' | 'perSend';
        /**
         * Whether a new send replaces the codes sent before (latest), or all of them stay valid until they expire (all).
         */
        outstanding?: 'latest' | 'all';
        /**
         * Digits of a code.
         */
        codeLength?: number;
        /**
         * How long a code is valid.
         */
        ttl?: string;
        /**
         * Wrong codes that are answered as wrong before the code is locked until a new send.
         */
        maxAttempts?: number;
        /**
         * What a send with the session of a user as its bearer means: the phone number is added to that user (addsPhone), nothing more than any other bearer (ignored), or it has to be the number of that user (mustMatch).
         */
        bearerSession?: 'addsPhone' | 'ignored' | 'mustMatch';
      };
      /**
       * One-time passwords by email.
       */
      email?: {
        /**
         * What the send call answers: the record (emailId and its mask), or an empty object.
         */
        sendReturns?: 'record' | 'empty';
        /**
         * What the authenticate call answers: the session (sessionJwt and userMask), the record (emailId and its mask), both, or an empty object.
         */
        authenticateReturns?: 'session' | 'record' | 'sessionAndRecord' | 'empty';
        /**
         * How the authenticate call names the one-time password it answers: by emailId, by emailAddress, or by both fields together.
         */
        identifiedBy?: 'recordId' | 'destination' | 'both';
        /**
         * The name of the field that carries the code.
         */
        codeField?: string;
        /**
         * Whether emailId stays the same for a destination, or is new with every send.
         */
        recordId?: 'perDestination' | 'perSend';
        /**
         * Whether a new send replaces the codes sent before (latest), or all of them stay valid until they expire (all).
         */
        outstanding?: 'latest' | 'all';
        /**
         * Digits of a code.
         */
        codeLength?: number;
        /**
         * How long a code is valid.
         */
        ttl?: string;
        /**
         * Wrong codes that are answered as wrong before the code is locked until a new send.
         */
        maxAttempts?: number;
      };
    };
    /**
     * Who a wallet, phone number or email address belongs to.
     */
    identity?: {
      /**
       * What happens to an identity that no user has: a user is made when it authenticates (signUp), or it is refused when the flow starts, or when it authenticates.
       */
      unknown?: 'signUp' | 'rejectAtStart' | 'rejectAtAuthenticate';
      /**
       * Whose wallet addToUser adds: that of the user of the bearer, else the one last authenticated through this client (bearerElseLast), or of the bearer only.
       */
      addWalletTarget?: 'bearerElseLast' | 'bearer';
    };
    /**
     * The userMask of an authentication.
     */
    userMask?: {
      /**
       * How phoneMask is given for a user who has no phone yet: left out, null, or an empty string. A plain null counts as "null".
       */
      absent?: 'omit' | 'null' | 'empty';
      /**
       * Allowed values of preferredMfaMethod. The first is the one this sandbox emits.
       *
       * @minItems 1
       * @maxItems 16
       */
      preferredMfaMethods?: string[];
    };
    /**
     * What a masked phone number or email address looks like.
     */
    masks?: {
      /**
       * Template of phoneMask; {last4} stands for the last four digits.
       */
      phone?: string;
      /**
       * Template of emailMask; {first} stands for the first character, {domain} for what follows the @.
       */
      email?: string;
    };
    /**
     * The user read.
     */
    user?: {
      /**
       * Path of the user read; it ends in /user.
       */
      path?: string;
      /**
       * How the user to read is named: by the session in the bearer, by a query parameter that holds the user id, or by a header that holds it.
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
       * The name of a property that wraps the user object, or `none`.
       */
      envelope?: string;
      /**
       * Names of the properties of the user object.
       */
      names?: {
        /**
         * The KYC sub-object.
         */
        kyc?: string;
        /**
         * The flags.
         */
        flags?: string;
        /**
         * The code of a flag.
         */
        code?: string;
        /**
         * The category of a flag. `none`: this deployment has no such part.
         */
        category?: string;
        /**
         * The personal information. `none`: this deployment has no such part.
         */
        personalInformation?: string;
        /**
         * The wallets. `none`: this deployment has no such part.
         */
        wallets?: string;
        /**
         * The transaction history. `none`: this deployment has no such part.
         */
        transactions?: string;
        /**
         * The crypto status of a transaction.
         */
        cryptoStatus?: string;
      };
      /**
       * Whether flags are a list of records, or an object that holds a list for each category.
       */
      flagsShape?: 'list' | 'byCategory';
    };
    /**
     * User flags.
     */
    flags?: {
      /**
       * The three categories as they are written on the wire; one that is left out keeps the word of the interface.
       */
      categoryNames?: {
        /**
         * The word for Fraud.
         */
        Fraud?: string;
        /**
         * The word for KYC Review.
         */
        'KYC Review'?: string;
        /**
         * The word for Transaction Processing.
         */
        'Transaction Processing'?: string;
      };
      /**
       * The flags that exist. Only the code F0000 is in the interface; its category is not shown. The codes marked as examples are ours.
       *
       * @minItems 1
       * @maxItems 1000
       */
      catalogue?: {
        /**
         * The code on the wire.
         */
        code: string;
        /**
         * Its category in the words of the interface; null where it is not shown.
         */
        category: 'Fraud' | 'KYC Review' | 'Transaction Processing' | null;
        /**
         * A short name, for people.
         */
        title: string;
        /**
         * What a client could tell the user. The wording is ours.
         */
        message: string;
        /**
         * True where the code is not of the interface.
         */
        example?: boolean;
      }[];
      /**
       * Codes that withhold the personal information of a user. For every flag but F0000 it stays accessible.
       *
       * @maxItems 1
       */
      withhold?: 'F0000'[];
      /**
       * The writes that a Fraud flag refuses: adding a wallet in any case, verifying one, adding a phone number, linking a client.
       */
      fraudRestricts?: ('addWallet' | 'verifyWallet' | 'addPhone' | 'linkClient')[];
    };
    /**
     * KYC.
     */
    kyc?: {
      /**
       * The KYC sub-object of a user who has not submitted: left out, or with the status IN_REVIEW.
       */
      beforeSubmission?: 'omit' | 'IN_REVIEW';
      /**
       * Which status may follow which: any, or a table of the statuses that may follow each.
       */
      transitions?:
        | 'any'
        | {
            /**
             * What may follow APPROVED; nothing where left out.
             */
            APPROVED?: ('APPROVED' | 'IN_REVIEW' | 'DECLINED')[];
            /**
             * What may follow IN_REVIEW; nothing where left out.
             */
            IN_REVIEW?: ('APPROVED' | 'IN_REVIEW' | 'DECLINED')[];
            /**
             * What may follow DECLINED; nothing where left out.
             */
            DECLINED?: ('APPROVED' | 'IN_REVIEW' | 'DECLINED')[];
          };
    };
    /**
     * The Authorization header.
     */
    bearer?: {
      /**
       * Operations that need a bearer. The user read by session needs one in any case.
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
       * What serves as a bearer where one is needed: the access token of the client, the session of a user. Where a user has to be told, only a session does.
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
       * How long a session lasts.
       */
      ttl?: string;
      /**
       * Where the public keys are served (RFC 7517), or `none`.
       */
      jwksPath?: string;
      /**
       * The claim that holds the user id.
       */
      subjectClaim?: string;
      /**
       * Whether a session is accepted from the client that obtained it only.
       */
      boundToClient?: 'yes' | 'no';
      /**
       * Where a client sends a session: as the bearer token of the Authorization header, in another header, or in a cookie.
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
       * Whether a body with fields that the contract does not have is refused, or they are ignored.
       */
      unknownFields?: 'reject' | 'ignore';
      /**
       * Whether a body with another Content-Type than application/json is refused, or read as JSON all the same.
       */
      contentType?: 'enforce' | 'ignore';
    };
    /**
     * Answers that accept.
     */
    success?: {
      /**
       * HTTP status of success: one for all operations, or one for each named, 200 for the rest.
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
     * Answers that refuse.
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
         * HTTP status of: client id or secret missing or wrong.
         */
        clientCredentials?: number;
        /**
         * HTTP status of: a bearer missing, wrong, expired, of another client, or of nobody who can be told.
         */
        bearer?: number;
        /**
         * HTTP status of: a body that is not JSON.
         */
        malformed?: number;
        /**
         * HTTP status of: a request that does not match the contract.
         */
        schema?: number;
        /**
         * HTTP status of: a signature that is not of the wallet over the challenge.
         */
        signature?: number;
        /**
         * HTTP status of: no challenge outstanding for the wallet.
         */
        challengeUnknown?: number;
        /**
         * HTTP status of: a challenge that has expired.
         */
        challengeExpired?: number;
        /**
         * HTTP status of: a wrong, used, replaced or unknown one-time password.
         */
        otpWrong?: number;
        /**
         * HTTP status of: a one-time password that has expired.
         */
        otpExpired?: number;
        /**
         * HTTP status of: too many wrong one-time passwords.
         */
        otpLocked?: number;
        /**
         * HTTP status of: a wallet, phone number, email address or user id that nobody has.
         */
        identityUnknown?: number;
        /**
         * HTTP status of: a write that a Fraud flag refuses.
         */
        flagRestricts?: number;
        /**
         * HTTP status of: a wallet or phone number that another user has.
         */
        identityTaken?: number;
        /**
         * HTTP status of: too many sends.
         */
        rateLimited?: number;
        /**
         * HTTP status of: a body over the limit.
         */
        tooLarge?: number;
        /**
         * HTTP status of: a body of another media type or encoding.
         */
        mediaType?: number;
        /**
         * HTTP status of: a path that does not exist.
         */
        notFound?: number;
        /**
         * HTTP status of: a path that has no such method.
         */
        method?: number;
      };
    };
    /**
     * Limits.
     */
    limits?: {
      /**
       * Largest request body, in bytes.
       */
      bodyBytes?: number;
      /**
       * How many one-time passwords may be sent: none means no limit; else count within the duration per, for each destination or for each client.
       */
      sends?:
        | 'none'
        | {
            /**
             * Sends that are accepted.
             */
            count: number;
            /**
             * The time they are counted over.
             */
            per: string;
            /**
             * What they are counted for.
             */
            scope: 'destination' | 'client';
          };
    };
  };
  /**
   * Keys that a discovery could not decide; they have their defaults.
   */
  unknown?: string[];
  /**
   * For a discovered key, the exchange that decided it.
   */
  evidence?: {
    /**
     * One exchange.
     */
    [k: string]: {
      [k: string]: unknown;
    };
  };
}
