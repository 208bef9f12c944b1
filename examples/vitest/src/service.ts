/** What the app knows of the service: where it is, and as whom it calls. */
export interface ServiceSettings {
  readonly url: string;
  readonly id: string;
  readonly secret: string;
  readonly accessToken: string;
}

export interface Session {
  readonly sessionJwt: string;
  readonly userMask: { readonly id: string; readonly phoneMask?: string };
}

/** Whatever the app can do with the service. */
export interface Service {
  startWalletSignIn(address: string): Promise<{ challenge: string }>;
  finishWalletSignIn(address: string, signature: string): Promise<Session>;
  sendSms(phoneNumber: string): Promise<{ phoneId: string }>;
  finishSmsSignIn(phoneId: string, otp: string): Promise<Session>;
  readUser(session: Session): Promise<User>;
}

export interface User {
  readonly kyc?: { readonly status: 'APPROVED' | 'IN_REVIEW' | 'DECLINED' };
  readonly flags: readonly { readonly code: string; readonly category?: string }[];
  readonly personalInformation?: { readonly firstName?: string; readonly lastName?: string };
  readonly transactions: readonly {
    readonly cryptoStatus: 'PENDING' | 'COMPLETE' | 'FAILED';
    readonly transactionHash?: string;
  }[];
}

/** The service has refused a call. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The service answered ${status}.`);
    this.status = status;
  }
}

export function serviceAt({ url, id, secret, accessToken }: ServiceSettings): Service {
  async function call<Answer>(path: string, body?: object, bearer?: string): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        'service-client-id': id,
        'service-client-secret': secret,
        ...(body && { 'content-type': 'application/json' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Refused(response.status);
    return (await response.json()) as Answer;
  }
  const wallet = (walletAddress: string) => ({ walletAddress, walletNetwork: 'ETHEREUM' });
  return {
    startWalletSignIn: (address) => call('/v1/auth/cryptoWallet:start', wallet(address)),
    finishWalletSignIn: (address, signature) =>
      call('/v1/auth/cryptoWallet:authenticate', { ...wallet(address), signature }),
    sendSms: (phoneNumber) => call('/v1/auth/otp/sms:send', { phoneNumber }, accessToken),
    finishSmsSignIn: (phoneId, otp) => call('/v1/auth/otp/sms:authenticate', { phoneId, otp }),
    readUser: ({ sessionJwt }) => call('/user', undefined, sessionJwt),
  };
}
