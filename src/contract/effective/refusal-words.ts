import type { ErrorCode } from '../words.ts';

/** What each cause of a refusal says to people, whatever the request. */
export const refusalWords: { readonly [Code in ErrorCode]: string } = {
  clientCredentials: 'The client credentials are missing or wrong.',
  bearer: 'The bearer is missing, wrong or expired, or it does not tell the user.',
  malformed: 'The body is not JSON.',
  invalidRequest: 'The request does not match the contract.',
  signature: 'The signature is not of this wallet over its challenge.',
  challengeUnknown: 'No challenge is outstanding for this wallet.',
  challengeExpired: 'The challenge has expired.',
  otpWrong: 'The one-time password is wrong.',
  otpExpired: 'The one-time password has expired.',
  otpLocked: 'Too many wrong one-time passwords; a new one has to be sent.',
  identityUnknown: 'Nobody has this wallet, phone number, email address or user id.',
  flagRestricts: 'A Fraud flag refuses this write.',
  identityTaken: 'Another user has this wallet or phone number.',
  rateLimited: 'Too many sends.',
  tooLarge: 'The body is over the limit.',
  unsupportedMediaType: 'The body is of another media type or encoding than application/json.',
  notFound: 'There is no such path.',
  methodNotAllowed: 'The path has no such method.',
  internal: 'The sandbox has failed.',
};

/** Whether a code is a cause of refusals, and no word that a fault was given. */
export function isCause(code: string): code is ErrorCode {
  return Object.hasOwn(refusalWords, code);
}

/** Names a cause as the type of a problem (RFC 9457, section 3.1.1); nothing is served there. */
export function problemType(code: string): string {
  return `https://flagbearer.dev/problems/${code}`;
}
