/** What can only be told to be wrong by who knows the dialect, since it hides a part of that. */

const body =
  'The body of this call is not shown: where none is accepted, nobody can say that a right one was sent.';
const path =
  'The path and the envelope of the user read are not shown: what is no object may be something else.';
const variant = 'A deployment that starts no flow with walletType takes no walletType.';

const authentications = ['authenticateSmsOtp', 'authenticateEmailOtp'].flatMap((operation) =>
  [
    'is made with PUT and not with POST',
    'is found without /v1 only',
    'is not there',
    'refuses the right code',
  ].map((what) => [`${operation} ${what}`, body] as const),
);

/** Names of operators, and why a discovery can't see what they do. */
export const unseen: ReadonlyMap<string, string> = new Map([
  ...authentications,
  ['authenticateSmsOtp refuses the credentials that it gave out', body],
  ['authenticateSmsOtp refuses application/json', body],
  ['getUser answers in XML, whatever is asked for', path],
  ['getUser answers with JSON that is cut off', path],
  ['getUser answers with a page', path],
  ['getUser is made with POST and not with GET', path],
  ['the user object is null', path],
  ['the user object is a list', path],
  ['startWalletAuth wants walletNetwork even beside walletType', variant],
  ['startWalletAuth knows no EVM', variant],
  ['flags have no category', 'A deployment may have flags that only their codes tell apart.'],
]);
