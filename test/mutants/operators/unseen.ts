/** Mutants that can only be found with the dialect, since they hide a part of it. */

const body =
  'The body of this call is not shown: where none is accepted, nobody can say that a right one was sent.';
const path =
  'The path of the user read is not shown: a path that is not made for GET may be something else.';
const named =
  'How addToUser names the user is not shown: who rejects every known way may know another one.';
const variant = 'A deployment that starts no flow with walletType takes no walletType.';

/** Names of operators, and why detection cannot observe their effect. */
export const unseen: ReadonlyMap<string, string> = new Map([
  ['authenticateSmsOtp refuses the right code', body],
  ['authenticateEmailOtp refuses the right code', body],
  ['authenticateSmsOtp refuses the credentials that it gave out', body],
  ['addWalletToUser refuses the credentials that it gave out', named],
  ['getUser is made with POST and not with GET', path],
  ['startWalletAuth wants walletNetwork even beside walletType', variant],
  ['startWalletAuth knows no EVM', variant],
  ['flags have no category', 'A deployment may have flags that only their codes tell apart.'],
]);
