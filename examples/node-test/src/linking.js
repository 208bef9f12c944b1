/**
 * Account linking (§5.6): a user who completed KYC in another app skips the onboarding.
 *
 * @param {{ url: string, id: string, secret: string, accessToken: string }} settings
 */
export function createApp({ url, id, secret, accessToken }) {
  const headers = {
    'content-type': 'application/json',
    'service-client-id': id,
    'service-client-secret': secret,
  };

  async function send(path, { body, bearer } = {}) {
    const response = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(bearer && { authorization: `Bearer ${bearer}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    return response.json();
  }

  return {
    /** Signs in by SMS; returns the screen to show next. */
    async signIn(phoneNumber, askForCode) {
      const { phoneId } = await send('/v1/auth/otp/sms:send', {
        body: { phoneNumber },
        bearer: accessToken,
      });
      const { sessionJwt, userMask } = await send('/v1/auth/otp/sms:authenticate', {
        body: { phoneId, otp: await askForCode() },
      });
      const user = await send('/user', { bearer: sessionJwt });
      return { userId: userMask.id, screen: selectScreen(user) };
    },
  };
}

function selectScreen({ kyc, flags }) {
  if (flags.some(({ category }) => category === 'Fraud')) return 'restricted';
  if (kyc === undefined) return 'onboarding';
  return kyc.status === 'APPROVED' ? 'home' : 'waiting';
}
