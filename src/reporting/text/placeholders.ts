/** Markers that replace secrets in evidence and reports. */
export const placeholders = {
  clientSecret: '<client secret>',
  accessToken: '<access token>',
  sessionJwt: '<session JWT>',
  /** Credentials in an Authorization header that are none of the other secrets. */
  authorization: '<authorization>',
  oneTimePassword: '<one-time password>',
  privateKey: '<private key>',
  signature: '<signature>',
} as const;
