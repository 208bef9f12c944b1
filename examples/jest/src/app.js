'use strict';

const { Rejected } = require('./service.js');

/** The message for each flag (§7.1). */
const MESSAGES = {
  F0000: 'Please contact support.',
  F1001: 'Your account is restricted.',
  F1002: 'Your account is restricted.',
  K1001: 'We are checking your documents.',
  K1002: 'We could not verify you.',
  T1001: 'Your payment did not go through.',
  T1002: 'Your bank has returned a payment.',
};

function openByEmail(service, emailAddress, askForCode) {
  return openAccount(service, async () => {
    const { emailId } = await service.sendCode(emailAddress);
    return service.checkCode(emailId, await askForCode());
  });
}

function openByWallet(service, address, sign) {
  const wallet = { walletAddress: address, walletType: 'EVM' };
  return openAccount(service, async () => {
    const { challenge } = await service.startWallet(wallet);
    return service.checkSignature(wallet, await sign(challenge));
  });
}

/** Signs in and returns the account screen, or null if the sign-in is rejected. */
async function openAccount(service, signIn) {
  const session = await signIn().catch((error) => {
    if (error instanceof Rejected && [401, 429].includes(error.status)) return null;
    throw error;
  });
  if (session === null) return null;
  const user = await service.readUser(session.sessionJwt);
  return {
    messages: user.flags.map(({ code }) => MESSAGES[code]),
    canPay: !user.flags.some(({ category }) => category === 'Fraud'),
    history: user.transactions.map(({ cryptoStatus }) => cryptoStatus),
  };
}

module.exports = { openByEmail, openByWallet };
