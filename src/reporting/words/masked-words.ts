/** What stands in evidence and reports in the place of a secret. */
export const maskedWords = {
  clientSecret: '<client secret>',
  accessToken: '<access token>',
  sessionJwt: '<session JWT>',
  /** Credentials of an Authorization header that are none of the others. */
  authorization: '<authorization>',
  oneTimePassword: '<one-time password>',
  privateKey: '<private key>',
  signature: '<signature>',
} as const;
