import { BEARER, CLIENT, must } from './http.mjs';

/** A session of who has an email address, by a one-time password from the inbox. */
export async function signInByEmail(connections, url, emailAddress) {
  const headers = { ...CLIENT, ...BEARER };
  const path = `${url}/v1/auth/otp/email`;
  const { emailId } = must(
    await connections.call('POST', `${path}:send`, { emailAddress }, headers),
    200,
    'send',
  );
  const inbox = await connections.call(
    'GET',
    `${url}/sandbox/inbox?to=${encodeURIComponent(emailAddress)}`,
  );
  const otp = must(inbox, 200, 'inbox').items.at(-1).code;
  return must(
    await connections.call('POST', `${path}:authenticate`, { emailId, otp }, headers),
    200,
    'authenticate',
  ).sessionJwt;
}
