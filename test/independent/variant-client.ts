import type { Wallet } from 'ethers';
import { decodeJwt } from 'jose';

import type { IndependentServer } from './server.ts';
import type { Channel, Operation, Variant } from './variant.ts';

type Body = Record<string, unknown>;

interface ReceivedResponse {
  status: number;
  contentType: string | null;
  text: string;
  /** Empty when the response is not a JSON object. */
  body: Body;
}

export interface SignedIn {
  sessionJwt: string | undefined;
  userId: string | undefined;
  userMask: Body;
}

const fieldNames = {
  sms: { destination: 'phoneNumber', recordId: 'phoneId' },
  email: { destination: 'emailAddress', recordId: 'emailId' },
} as const;

/** Sends requests as a client application that knows the variant of the server. */
export class VariantClient {
  readonly #server: () => IndependentServer;
  readonly #variant: Variant;
  readonly #application: 'credentials' | 'secondCredentials';

  constructor(
    server: () => IndependentServer,
    variant: Variant,
    application: 'credentials' | 'secondCredentials' = 'credentials',
  ) {
    this.#server = server;
    this.#variant = variant;
    this.#application = application;
  }

  createHeaders(operation: Operation, sessionJwt?: string): Record<string, string> {
    const { clientId, clientSecret, accessToken } = this.#server()[this.#application];
    const { bearer } = this.#variant;
    const needsToken = operation === 'otp/sms:send' || bearer.alsoRequiredOn.includes(operation);
    const token = sessionJwt ?? (needsToken ? accessToken : undefined);
    return {
      'service-client-id': clientId,
      'service-client-secret': clientSecret,
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
  }

  async post(operation: Operation, body: Body, sessionJwt?: string): Promise<ReceivedResponse> {
    return this.sendRaw(operation, {
      headers: this.createHeaders(operation, sessionJwt),
      body: JSON.stringify(body),
    });
  }

  async sendRaw(operation: Operation, init: RequestInit): Promise<ReceivedResponse> {
    const url = `${this.#server().url}/v1/auth/${operation}`;
    return parseResponse(await fetch(url, { method: 'POST', ...init }));
  }

  createWalletBody(wallet: Wallet): Body {
    const isTyped = this.#variant.wallet.fields === 'walletType';
    return {
      walletAddress: wallet.address,
      ...(isTyped ? { walletType: 'EVM' } : { walletNetwork: 'ETHEREUM' }),
    };
  }

  async start(wallet: Wallet): Promise<string> {
    const { body } = await this.post('cryptoWallet:start', this.createWalletBody(wallet));
    return String(body['challenge']);
  }

  async authenticate(
    wallet: Wallet,
    challenge: string,
    signer = wallet,
  ): Promise<ReceivedResponse> {
    const signature = await signer.signMessage(challenge);
    return this.post('cryptoWallet:authenticate', { ...this.createWalletBody(wallet), signature });
  }

  async signInByWallet(wallet: Wallet): Promise<SignedIn> {
    return this.parseSignIn(await this.authenticate(wallet, await this.start(wallet)));
  }

  async send(channel: Channel, to: string, sessionJwt?: string): Promise<ReceivedResponse> {
    return this.post(`otp/${channel}:send`, { [fieldNames[channel].destination]: to }, sessionJwt);
  }

  async readCode(channel: Channel, to: string): Promise<string> {
    const query = new URLSearchParams({ channel, to });
    const { body } = await parseResponse(
      await fetch(`${this.#server().outboxUrl}?${query.toString()}`),
    );
    return String(body['code']);
  }

  async tryCode(
    channel: Channel,
    to: string,
    sent: ReceivedResponse,
    code: string,
  ): Promise<ReceivedResponse> {
    const { destination, recordId } = fieldNames[channel];
    const { identifiedBy, codeField } = this.#variant.otp;
    return this.post(`otp/${channel}:authenticate`, {
      ...(identifiedBy === 'record' ? {} : { [destination]: to }),
      ...(identifiedBy === 'destination' ? {} : { [recordId]: sent.body[recordId] }),
      [codeField[channel]]: code,
    });
  }

  async signInByCode(channel: Channel, to: string, sessionJwt?: string): Promise<ReceivedResponse> {
    const sent = await this.send(channel, to, sessionJwt);
    return this.tryCode(channel, to, sent, await this.readCode(channel, to));
  }

  /** Returns the signed-in user according to the response. */
  parseSignIn({ body }: ReceivedResponse): SignedIn {
    const { sessionJwt } = body;
    const userMask = toObject(body['userMask']);
    const token = typeof sessionJwt === 'string' ? sessionJwt : undefined;
    const claim = token && decodeJwt(token)[this.#variant.session.idClaim];
    const userId = userMask['id'] ?? claim;
    return {
      sessionJwt: token,
      userId: typeof userId === 'string' ? userId : undefined,
      userMask,
    };
  }

  async read({ sessionJwt, userId = '' }: SignedIn): Promise<ReceivedResponse> {
    const { identifiedBy, path } = this.#variant.userRead;
    const url = new URL(path, this.#server().url);
    if ('query' in identifiedBy) url.searchParams.set(identifiedBy.query, userId);
    const headers = this.createHeaders('user', 'session' in identifiedBy ? sessionJwt : undefined);
    if ('header' in identifiedBy) headers[identifiedBy.header] = userId;
    return parseResponse(await fetch(url, { headers }));
  }

  /** Reads the user object without its envelope. */
  async readUser(user: SignedIn): Promise<Body> {
    let { body } = await this.read(user);
    for (const name of this.#variant.userRead.envelope) body = toObject(body[name]);
    return body;
  }
}

export async function parseResponse(response: Response): Promise<ReceivedResponse> {
  const text = await response.text();
  return {
    status: response.status,
    contentType: response.headers.get('content-type'),
    text,
    body: parseObject(text),
  };
}

function parseObject(text: string): Body {
  try {
    return toObject(JSON.parse(text));
  } catch {
    return {};
  }
}

export function toObject(value: unknown): Body {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
