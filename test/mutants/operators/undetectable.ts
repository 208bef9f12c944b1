const unknownBody =
  'The request body is not shown: if no body is accepted, the correct one is unknown.';
const unknownPath =
  'The path of the user read is not shown: a path that rejects GET may be another operation.';
const unknownAddTarget =
  'How addWalletToUser identifies the user is not shown: a deployment that rejects every known way may have another way.';
const unsupportedType =
  'A deployment that rejects walletType in startWalletAuth does not support walletType.';

/** For each operator whose mutants a run without a declared dialect cannot detect: the reason. */
export const undetectableOperators: ReadonlyMap<string, string> = new Map([
  ['authenticateSmsOtp rejects the correct code', unknownBody],
  ['authenticateEmailOtp rejects the correct code', unknownBody],
  ['authenticateSmsOtp rejects valid credentials', unknownBody],
  ['addWalletToUser rejects valid credentials', unknownAddTarget],
  ['getUser accepts POST instead of GET', unknownPath],
  ['startWalletAuth requires walletNetwork in addition to walletType', unsupportedType],
  ['startWalletAuth rejects EVM', unsupportedType],
  ['flags have no category', 'A deployment may have flags that are distinguished only by code.'],
]);
