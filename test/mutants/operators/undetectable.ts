const body = 'The request body is not shown: if no body is accepted, the correct one is unknown.';
const path =
  'The path of the user read is not shown: a path that rejects GET may be another operation.';
const addTarget =
  'How addToUser names the user is not shown: a deployment that rejects every known way may have another one.';
const variant = 'A deployment that rejects walletType at start does not support it.';

/** Operators whose mutants only a run with a declared dialect detects, with the reason. */
export const undetectable: ReadonlyMap<string, string> = new Map([
  ['authenticateSmsOtp rejects the correct code', body],
  ['authenticateEmailOtp rejects the correct code', body],
  ['authenticateSmsOtp rejects valid credentials', body],
  ['addWalletToUser rejects valid credentials', addTarget],
  ['getUser accepts POST instead of GET', path],
  ['startWalletAuth requires walletNetwork in addition to walletType', variant],
  ['startWalletAuth rejects EVM', variant],
  ['flags have no category', 'A deployment may have flags that are distinguished only by code.'],
]);
