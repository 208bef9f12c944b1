import type { ErrorCode } from '../types.ts';

export const refusalMessages: { readonly [Code in ErrorCode]: string } = {
  clientCredentials: 'The client credentials are missing or wrong.',
  bearer: 'The bearer token is missing, invalid or expired, or does not identify a user.',
  malformed: 'The body is not JSON.',
  invalidRequest: 'The request does not match the contract.',
  signature: 'The signature does not match this wallet and its challenge.',
  challengeUnknown: 'No challenge is outstanding for this wallet.',
  challengeExpired: 'The challenge has expired.',
  otpWrong: 'The one-time password is wrong.',
  otpExpired: 'The one-time password has expired.',
  otpLocked: 'Too many wrong one-time passwords. Request a new one.',
  identityUnknown: 'No user has this wallet, phone number, email address or user id.',
  flagRestricts: 'A Fraud flag forbids this write.',
  identityTaken: 'The wallet or phone number belongs to another user.',
  rateLimited: 'Too many one-time passwords were sent.',
  tooLarge: 'The body is too large.',
  unsupportedMediaType:
    'The body is not application/json in UTF-8, or its Content-Encoding is not supported.',
  notFound: 'Unknown path.',
  methodNotAllowed: 'The path does not support this method.',
  internal: 'Internal error of the sandbox.',
};

/** Returns false for a custom code of a fault. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(refusalMessages, code);
}

/** Returns the problem type URI of a code (RFC 9457, section 3.1.1), an identifier without content. */
export function getProblemType(code: string): string {
  return `https://flagbearer.dev/problems/${code}`;
}
