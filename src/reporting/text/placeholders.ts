/** Markers that replace secrets in evidence and reports. */
export const placeholders = {
  clientSecret: '<client secret>',
  accessToken: '<access token>',
  sessionJwt: '<session JWT>',
  /** Other credentials in an Authorization header. */
  authorization: '<authorization>',
  oneTimePassword: '<one-time password>',
  privateKey: '<private key>',
  signature: '<signature>',
} as const;
