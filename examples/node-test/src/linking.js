/**
 * Account linking (§5.6): whoever has an account already signs in and is let through; the others
 * are onboarded first.
 */

/** @param {{ url: string, id: string, secret: string, accessToken: string }} settings */
export function appOf({ url, id, secret, accessToken }) {
  const headers = {
    'content-type': 'application/json',
    'service-client-id': id,
    'service-client-secret': secret,
  };

  async function call(path, { body, bearer } = {}) {
    const response = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(bearer && { authorization: `Bearer ${bearer}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  }

  return {
    /** @returns the screen that comes after the sign-in */
    async signIn(phoneNumber, askForCode) {
      const { phoneId } = await call('/v1/auth/otp/sms:send', {
        body: { phoneNumber },
        bearer: accessToken,
      });
      const { sessionJwt, userMask } = await call('/v1/auth/otp/sms:authenticate', {
        body: { phoneId, otp: await askForCode() },
      });
      const user = await call('/user', { bearer: sessionJwt });
      return { userId: userMask.id, screen: screenFor(user) };
    },
  };
}

/** KYC is the same for every app: only who has none is asked for it. */
function screenFor({ kyc, flags }) {
  if (flags.some(({ category }) => category === 'Fraud')) return 'restricted';
  if (kyc === undefined) return 'onboarding';
  return kyc.status === 'APPROVED' ? 'home' : 'waiting';
}
