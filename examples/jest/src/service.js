'use strict';

/** A refusal that the app can tell the user of. */
class Refused extends Error {
  constructor(status) {
    super(`The service answered ${status}.`);
    this.status = status;
  }
}

/** The service has no answer for us now: asking again may help. */
const PASSING = [429, 502, 503, 504];
const TRIES = 3;

/**
 * Whatever the app asks of the service.
 *
 * @param {{ url: string, id: string, secret: string }} settings where it is, and who we are
 */
function serviceAt({ url, id, secret }) {
  async function call(path, { body, session } = {}, tries = TRIES) {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'service-client-id': id,
        'service-client-secret': secret,
        ...(session && { authorization: `Bearer ${session}` }),
      },
      body: body && JSON.stringify(body),
    });
    if (response.ok) return response.json();
    if (tries > 1 && PASSING.includes(response.status)) {
      return call(path, { body, session }, tries - 1);
    }
    throw new Refused(response.status);
  }

  return {
    sendCode: (emailAddress) => call('/v1/auth/otp/email:send', { body: { emailAddress } }),
    checkCode: (emailId, otp) =>
      call('/v1/auth/otp/email:authenticate', { body: { emailId, otp } }),
    startWallet: (wallet) => call('/v1/auth/cryptoWallet:start', { body: wallet }),
    checkSignature: (wallet, signature) =>
      call('/v1/auth/cryptoWallet:authenticate', { body: { ...wallet, signature } }),
    readUser: (session) => call('/user', { session }),
  };
}

module.exports = { Refused, serviceAt };
