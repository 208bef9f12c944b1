/** A script that signs in by email with only the environment variables, as the test of an app does. */
export const SIGN_IN = `
  const { FLAGBEARER_URL: url, FLAGBEARER_CLIENT_ID: id, FLAGBEARER_CLIENT_SECRET: secret } = process.env;
  const headers = { 'service-client-id': id, 'service-client-secret': secret, 'content-type': 'application/json' };
  const post = async (path, body) =>
    (await fetch(url + '/v1/auth/otp/email:' + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  const { emailId } = await post('send', { emailAddress: 'me@example.test' });
  const authorization = 'Bearer ' + process.env.FLAGBEARER_CONTROL_TOKEN;
  const inbox = await (await fetch(url + '/sandbox/inbox', { headers: { authorization } })).json();
  const { userMask } = await post('authenticate', { emailId, otp: inbox.items[0].code });
  console.log(userMask.id);
`;
