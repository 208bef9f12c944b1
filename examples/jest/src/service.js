'use strict';

class Rejected extends Error {
  constructor(status) {
    super(`The service responded with status ${status}.`);
    this.status = status;
  }
}

/** Statuses after which a request is repeated. */
const TEMPORARY_STATUSES = [429, 502, 503, 504];
const MAX_TRIES = 3;

/** @param {{ url: string, id: string, secret: string }} settings the service, and the credentials */
function createService({ url, id, secret }) {
  async function send(path, { body, session } = {}, tries = MAX_TRIES) {
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
    if (tries > 1 && TEMPORARY_STATUSES.includes(response.status)) {
      return send(path, { body, session }, tries - 1);
    }
    throw new Rejected(response.status);
  }

  return {
    sendCode: (emailAddress) => send('/v1/auth/otp/email:send', { body: { emailAddress } }),
    checkCode: (emailId, otp) =>
      send('/v1/auth/otp/email:authenticate', { body: { emailId, otp } }),
    startWallet: (wallet) => send('/v1/auth/cryptoWallet:start', { body: wallet }),
    checkSignature: (wallet, signature) =>
      send('/v1/auth/cryptoWallet:authenticate', { body: { ...wallet, signature } }),
    readUser: (session) => send('/user', { session }),
  };
}

module.exports = { Rejected, createService };
