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

export class Rejected extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The service responded with status ${status}.`);
    this.status = status;
  }
}

export function createService({ url, id, secret, accessToken }: ServiceSettings): Service {
  async function send<Result>(path: string, body?: object, bearer?: string): Promise<Result> {
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
    if (!response.ok) throw new Rejected(response.status);
    return (await response.json()) as Result;
  }
  const walletNetwork = 'ETHEREUM';
  return {
    startWalletSignIn: (walletAddress) =>
      send('/v1/auth/cryptoWallet:start', { walletAddress, walletNetwork }),
    finishWalletSignIn: (walletAddress, signature) =>
      send('/v1/auth/cryptoWallet:authenticate', { walletAddress, walletNetwork, signature }),
    sendSms: (phoneNumber) => send('/v1/auth/otp/sms:send', { phoneNumber }, accessToken),
    finishSmsSignIn: (phoneId, otp) => send('/v1/auth/otp/sms:authenticate', { phoneId, otp }),
    readUser: ({ sessionJwt }) => send('/user', undefined, sessionJwt),
  };
}
