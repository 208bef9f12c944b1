/** Sends requests to all eight operations through a proxy, in the format of any dialect. */
import { randomBytes } from 'node:crypto';
import { HDNodeWallet, Wallet } from 'ethers';

import { writeRequest } from '../../src/contract/wire.ts';
import type { CanonicalRequest } from '../../src/contract/wire.ts';
import type { CompiledContract } from '../../src/contract/validators.ts';
import type { OperationId } from '../../src/contract/types.ts';
import type { TestWorkspace } from '../sandbox.ts';
import { parseViolations } from './prism.ts';
import type { Violation } from './prism.ts';

/** An exchange, as the proxy has seen it. */
export interface Seen {
  readonly operationId: string;
  readonly status: number;
  /** Returns the code of a rejection, from the field that the dialect defines. */
  readonly code: string | undefined;
  readonly violations: readonly Violation[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface Way {
  /** Where the proxy listens. */
  readonly proxy: string;
  readonly contract: CompiledContract;
  readonly workspace: TestWorkspace;
}

interface Manner {
  readonly bearer?: string | undefined;
  readonly clientId?: string;
  /** Laid over all others; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly method?: string;
  readonly path?: string;
  /** In the place of the body that the dialect would have. */
  readonly body?: string | undefined;
}

/** The users in the workspace of a walk; keys and wallets as in the harness of the default scenario. */
export const scenario = {
  name: 'walk',
  users: [
    {
      key: 'rita',
      phoneNumber: '+12025550143',
      emailAddress: 'rita@example.test',
      personalInformation: {
        firstName: 'Rita',
        lastName: 'Example',
        dateOfBirth: '1990-12-31',
        countryCode: 'US',
      },
      wallets: [
        { wallet: 0, network: 'ETHEREUM' },
        { wallet: 10, type: 'EVM', status: 'unverified' },
      ],
      kyc: { status: 'APPROVED' },
      transactions: [
        { key: 'settled', cryptoStatus: 'COMPLETE' },
        { key: 'open', cryptoStatus: 'PENDING', settles: { after: 'P1D', outcome: 'failure' } },
      ],
      linkedClients: ['wallet-app'],
    },
    {
      key: 'fran',
      phoneNumber: '+12025550144',
      wallets: [{ wallet: 1 }, { wallet: 2, status: 'unverified' }],
      kyc: { status: 'DECLINED' },
      flags: ['F1001'],
    },
    {
      key: 'zoe',
      emailAddress: 'zoe@example.test',
      wallets: [{ wallet: 3 }],
      kyc: { status: 'IN_REVIEW' },
      flags: ['F0000', 'K1001', 'T1001'],
      transactions: [{ key: 'failed', cryptoStatus: 'FAILED' }],
    },
    { key: 'tom', wallets: [{ wallet: 4 }] },
  ],
};

/** Sends all requests; returns every exchange. */
export async function walk(way: Way): Promise<readonly Seen[]> {
  const { workspace, contract } = way;
  const { dialect } = contract;
  const seen: Seen[] = [];

  async function sendOperation<Id extends OperationId>(
    operationId: Id,
    request: CanonicalRequest<Id>,
    manner: Manner = {},
  ): Promise<Seen> {
    const response = await exchange(way, operationId, request, manner);
    seen.push(response);
    return response;
  }

  const isByType = dialect.wallet.variant === 'type';
  const toIdentity = (wallet: Wallet | HDNodeWallet, way: 'network' | 'type' = 'network') =>
    way === 'type' || isByType
      ? ({ address: wallet.address, network: null, type: 'EVM' } as const)
      : ({ address: wallet.address, network: 'POLYGON', type: null } as const);

  /** §4.1, §4.2 */
  async function signIn(
    wallet: Wallet | HDNodeWallet,
    by: 'network' | 'type' = 'network',
    clientId?: string,
  ) {
    const manner = clientId === undefined ? {} : { clientId };
    const { body } = await sendOperation('startWalletAuth', toIdentity(wallet, by), manner);
    const signature = await wallet.signMessage(body?.challenge ?? 'none');
    return sendOperation('authenticateWallet', { ...toIdentity(wallet, by), signature }, manner);
  }

  /** §4.4 to §4.7 */
  async function tryCode(channel: 'sms' | 'email', to: string, code?: string, clientId?: string) {
    const { body } = await workspace.control(`/inbox?to=${encodeURIComponent(to)}`);
    const { recordId, code: sent } = body.items.at(-1) ?? { recordId: 'none', code: '000000' };
    const attempt = { recordId, destination: to, code: code ?? sent };
    const manner = clientId === undefined ? {} : { clientId };
    return channel === 'sms'
      ? sendOperation('authenticateSmsOtp', attempt, manner)
      : sendOperation('authenticateEmailOtp', attempt, manner);
  }

  const accessToken = 'wallet-app-token';
  function sendCode(
    channel: 'sms' | 'email',
    to: string,
    bearer: string | undefined = accessToken,
  ) {
    return channel === 'sms'
      ? sendOperation('sendSmsOtp', { destination: to }, { bearer })
      : sendOperation('sendEmailOtp', { destination: to });
  }

  async function read(ref: string, session: string) {
    const { body } = await workspace.readUser(ref);
    const isBySession = dialect.user.identifiedBy === 'bearerSession';
    return sendOperation('getUser', { userId: isBySession ? null : body.id }, { bearer: session });
  }

  // §4.3 before any sign-in: the user is unknown
  await sendOperation('addWalletToUser', toIdentity(createWallet()), { clientId: 'exchange-app' });

  // §4.1, §4.2 wallets: correct, used, wrong, expired
  const rita = await signIn(testWallet(0));
  if (dialect.wallet.variant === 'either') await signIn(testWallet(0), 'type');
  const session = rita.body.sessionJwt;
  const forRita = { ...toIdentity(testWallet(0)), signature: `0x${'1b'.repeat(65)}` };
  await sendOperation('authenticateWallet', forRita);
  await sendOperation('startWalletAuth', toIdentity(testWallet(0)));
  await sendOperation('authenticateWallet', forRita);
  await workspace.advance('PT6M');
  await sendOperation('authenticateWallet', forRita);
  await signIn(testWallet(0), 'network', 'exchange-app');
  const fran = (await signIn(testWallet(1))).body.sessionJwt;
  await signIn(testWallet(2));
  const zoe = (await signIn(testWallet(3))).body.sessionJwt;
  const tom = (await signIn(testWallet(4))).body.sessionJwt;
  await signIn(createWallet());

  // §4.8
  await read('rita', session);
  await read('fran', fran);
  await read('zoe', zoe);
  await read('tom', tom);
  await sendOperation('getUser', { userId: 'nobody' }, { bearer: 'nobody' });
  await sendOperation('getUser', { userId: 'nobody' });

  // §4.3
  const second = createWallet();
  await sendOperation('addWalletToUser', toIdentity(second), { bearer: session });
  await sendOperation('addWalletToUser', toIdentity(second), { bearer: session });
  await sendOperation('addWalletToUser', toIdentity(second), { bearer: tom });
  await sendOperation('addWalletToUser', toIdentity(createWallet()), { bearer: fran });
  await sendOperation('addWalletToUser', toIdentity(createWallet()), { bearer: 'nobody' });
  await signIn(second);
  await read('rita', session);

  // §4.4 to §4.7: correct, used, wrong, expired, locked
  for (const [channel, to] of [
    ['sms', '+12025550143'],
    ['email', 'rita@example.test'],
  ] as const) {
    await sendCode(channel, to);
    await tryCode(channel, to);
    await tryCode(channel, to);
    await sendCode(channel, to);
    await workspace.advance('PT11M');
    await tryCode(channel, to);
    await sendCode(channel, to);
    for (let tries = 0; tries < 6; tries += 1) await tryCode(channel, to, 'no');
    await tryCode(channel, 'nobody@example.test', '000000', 'exchange-app');
    const stranger = channel === 'sms' ? '+12025550150' : 'stranger@example.test';
    await sendCode(channel, stranger);
    await tryCode(channel, stranger);
    for (let sends = 0; sends < 4; sends += 1) await sendCode(channel, to);
  }
  await sendOperation('sendSmsOtp', { destination: '+12025550143' });
  await sendCode('sms', '+12025550143', 'nobody');
  await sendCode('sms', '+12025550144', session);
  await sendCode('sms', '+12025550151', tom);
  await tryCode('sms', '+12025550151');
  await read('tom', tom);

  // Requests that every operation rejects
  const requests: { readonly [Id in OperationId]: CanonicalRequest<Id> } = {
    startWalletAuth: toIdentity(second),
    authenticateWallet: forRita,
    addWalletToUser: toIdentity(second),
    sendSmsOtp: { destination: '+12025550143' },
    authenticateSmsOtp: { recordId: 'none', destination: '+12025550143', code: '000000' },
    sendEmailOtp: { destination: 'rita@example.test' },
    authenticateEmailOtp: { recordId: 'none', destination: 'rita@example.test', code: '000000' },
    getUser: { userId: 'nobody' },
  };
  for (const { operationId, method, path } of contract.operations) {
    const manners: Manner[] = [
      { headers: { 'service-client-secret': 'no' } },
      { headers: { 'service-client-id': undefined, 'service-client-secret': undefined } },
      { method: method === 'get' ? 'POST' : 'GET', body: undefined },
      { path: `${path}/none` },
      { path: `${path}?more=1` },
    ];
    if (method !== 'get') {
      manners.push(
        { body: undefined },
        { body: '{}' },
        { body: '{"more": 1}' },
        { body: '[]' },
        { body: '"text"' },
        { body: JSON.stringify({ more: 'x'.repeat(dialect.limits.bodyBytes) }) },
        { headers: { 'content-type': 'text/plain' } },
      );
    }
    for (const manner of manners) {
      await sendOperation(operationId, requests[operationId], { bearer: session, ...manner });
    }
  }
  return seen;
}

/** One exchange through the proxy. */
export async function exchange<Id extends OperationId>(
  { proxy, contract }: Way,
  operationId: Id,
  request: CanonicalRequest<Id>,
  manner: Manner = {},
): Promise<Seen> {
  const { clientId = 'wallet-app', bearer } = manner;
  const operation = contract.operations.find((each) => each.operationId === operationId);
  const written = writeRequest(operationId, request, contract.dialect);
  const query = new URLSearchParams(written.query).toString();
  const body = 'body' in manner ? manner.body : serialize(written.body);
  const response = await fetch(
    `${proxy}${manner.path ?? `${operation?.path}${query === '' ? '' : `?${query}`}`}`,
    {
      method: manner.method ?? operation?.method.toUpperCase() ?? 'GET',
      headers: omitUndefined({
        'service-client-id': clientId,
        'service-client-secret': `${clientId}-secret`,
        accept: 'application/json, application/problem+json',
        'content-type': body === undefined ? undefined : 'application/json',
        authorization: bearer === undefined ? undefined : `Bearer ${bearer}`,
        ...written.headers,
        ...manner.headers,
      }),
      ...(body === undefined ? {} : { body }),
    },
  );
  const text = await response.text();
  const json = text === '' ? undefined : JSON.parse(text);
  return {
    operationId,
    status: response.status,
    code: response.ok ? undefined : (json?.error?.code ?? json?.code),
    violations: parseViolations(response.headers),
    body: json,
  };
}

function omitUndefined(
  headers: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

function serialize(body: object | undefined): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}

function createWallet(): Wallet {
  return new Wallet(`0x${randomBytes(32).toString('hex')}`);
}

function testWallet(index: number): HDNodeWallet {
  const mnemonic = 'test test test test test test test test test test test junk';
  return HDNodeWallet.fromPhrase(mnemonic, undefined, `m/44'/60'/0'/0/${index}`);
}
