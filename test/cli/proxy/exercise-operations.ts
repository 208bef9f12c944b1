import { HDNodeWallet, type Wallet } from 'ethers';

import { writeRequest } from '../../../src/contract/wire.ts';
import type { CanonicalRequest } from '../../../src/contract/wire.ts';
import type { CompiledContract } from '../../../src/contract/validators.ts';
import type { OperationId } from '../../../src/contract/types.ts';
import { createWallet, sendRequest, type TestWorkspace } from '../../sandbox.ts';

// Responses have no type before they are checked.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

/** A workspace behind a proxy. */
interface ProxiedWorkspace {
  readonly proxyUrl: string;
  readonly contract: CompiledContract;
  readonly workspace: TestWorkspace;
}

/** Replaces parts of a request, usually to make it invalid. */
interface RequestOptions {
  readonly bearer?: string | undefined;
  readonly clientId?: string;
  /** Headers to replace, or to remove if undefined. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly method?: string;
  readonly path?: string;
  readonly body?: string | undefined;
}

/** The users that the workspace must have. */
export const scenario = {
  name: 'exercise',
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

/** Sends valid and invalid requests to all eight operations, in the format of the dialect. */
export async function exerciseOperations(route: ProxiedWorkspace): Promise<void> {
  const { workspace, contract } = route;
  const { dialect } = contract;

  const sendOperation = <Id extends OperationId>(
    operationId: Id,
    request: CanonicalRequest<Id>,
    options?: RequestOptions,
  ): Promise<Json> => sendThroughProxy(route, operationId, request, options);

  const variant = dialect.wallet.variant === 'type' ? 'type' : 'network';
  const toIdentity = (wallet: Wallet | HDNodeWallet, field: 'network' | 'type' = variant) =>
    field === 'type'
      ? ({ address: wallet.address, network: null, type: 'EVM' } as const)
      : ({ address: wallet.address, network: 'POLYGON', type: null } as const);

  async function signIn(
    wallet: Wallet | HDNodeWallet,
    options: RequestOptions = {},
    identity = toIdentity(wallet),
  ) {
    const startResponse = await sendOperation('startWalletAuth', identity, options);
    const signature = await wallet.signMessage(startResponse?.challenge ?? 'none');
    return sendOperation('authenticateWallet', { ...identity, signature }, options);
  }

  /** Authenticates with the code of the latest message to a destination, or with `wrongCode`. */
  async function tryCode(
    channel: 'sms' | 'email',
    destination: string,
    wrongCode?: string,
    options: RequestOptions = {},
  ) {
    const { body } = await workspace.control(`/inbox?to=${encodeURIComponent(destination)}`);
    const { recordId, code } = body.items.at(-1) ?? { recordId: 'none', code: '000000' };
    const attempt = { recordId, destination, code: wrongCode ?? code };
    return channel === 'sms'
      ? sendOperation('authenticateSmsOtp', attempt, options)
      : sendOperation('authenticateEmailOtp', attempt, options);
  }

  function sendCode(channel: 'sms' | 'email', destination: string, bearer = 'wallet-app-token') {
    return channel === 'sms'
      ? sendOperation('sendSmsOtp', { destination }, { bearer })
      : sendOperation('sendEmailOtp', { destination });
  }

  async function readUser(ref: string, session: string) {
    const { body } = await workspace.readUser(ref);
    const isBySession = dialect.user.identifiedBy === 'bearerSession';
    return sendOperation('getUser', { userId: isBySession ? null : body.id }, { bearer: session });
  }

  // §4.3 before any sign-in: the user is unknown
  await sendOperation('addWalletToUser', toIdentity(createWallet()), { clientId: 'exchange-app' });

  // §4.1, §4.2: a correct, a used, a wrong and an expired challenge
  const rita = (await signIn(getTestWallet(0))).sessionJwt;
  if (dialect.wallet.variant === 'either') {
    await signIn(getTestWallet(0), {}, toIdentity(getTestWallet(0), 'type'));
  }
  const wronglySigned = { ...toIdentity(getTestWallet(0)), signature: `0x${'1b'.repeat(65)}` };
  await sendOperation('authenticateWallet', wronglySigned);
  await sendOperation('startWalletAuth', toIdentity(getTestWallet(0)));
  await sendOperation('authenticateWallet', wronglySigned);
  // The default lifetime of a challenge is five minutes.
  await workspace.advance('PT6M');
  await sendOperation('authenticateWallet', wronglySigned);
  await signIn(getTestWallet(0), { clientId: 'exchange-app' });
  const fran = (await signIn(getTestWallet(1))).sessionJwt;
  await signIn(getTestWallet(2));
  const zoe = (await signIn(getTestWallet(3))).sessionJwt;
  const tom = (await signIn(getTestWallet(4))).sessionJwt;
  await signIn(createWallet());

  // §4.8
  await readUser('rita', rita);
  await readUser('fran', fran);
  await readUser('zoe', zoe);
  await readUser('tom', tom);
  await sendOperation('getUser', { userId: 'nobody' }, { bearer: 'nobody' });
  await sendOperation('getUser', { userId: 'nobody' });

  // §4.3
  const newWallet = createWallet();
  await sendOperation('addWalletToUser', toIdentity(newWallet), { bearer: rita });
  await sendOperation('addWalletToUser', toIdentity(newWallet), { bearer: rita });
  await sendOperation('addWalletToUser', toIdentity(newWallet), { bearer: tom });
  await sendOperation('addWalletToUser', toIdentity(createWallet()), { bearer: fran });
  await sendOperation('addWalletToUser', toIdentity(createWallet()), { bearer: 'nobody' });
  await signIn(newWallet);
  await readUser('rita', rita);

  // §4.4 to §4.7: correct, used, expired, wrong and (after five tries) locked codes; then repeated sends
  for (const [channel, destination] of [
    ['sms', '+12025550143'],
    ['email', 'rita@example.test'],
  ] as const) {
    await sendCode(channel, destination);
    await tryCode(channel, destination);
    await tryCode(channel, destination);
    await sendCode(channel, destination);
    // The default lifetime of a code is ten minutes.
    await workspace.advance('PT11M');
    await tryCode(channel, destination);
    await sendCode(channel, destination);
    for (let tries = 0; tries < 6; tries += 1) await tryCode(channel, destination, 'no');
    // A destination without a send. For SMS, its format is invalid, too.
    await tryCode(channel, 'nobody@example.test', '000000', { clientId: 'exchange-app' });
    const stranger = channel === 'sms' ? '+12025550150' : 'stranger@example.test';
    await sendCode(channel, stranger);
    await tryCode(channel, stranger);
    for (let sends = 0; sends < 4; sends += 1) await sendCode(channel, destination);
  }
  await sendOperation('sendSmsOtp', { destination: '+12025550143' });
  await sendCode('sms', '+12025550143', 'nobody');
  await sendCode('sms', '+12025550144', rita);
  await sendCode('sms', '+12025550151', tom);
  await tryCode('sms', '+12025550151');
  await readUser('tom', tom);

  // A request to each operation; `changes` below makes it invalid
  const requests: { readonly [Id in OperationId]: CanonicalRequest<Id> } = {
    startWalletAuth: toIdentity(newWallet),
    authenticateWallet: wronglySigned,
    addWalletToUser: toIdentity(newWallet),
    sendSmsOtp: { destination: '+12025550143' },
    authenticateSmsOtp: { recordId: 'none', destination: '+12025550143', code: '000000' },
    sendEmailOtp: { destination: 'rita@example.test' },
    authenticateEmailOtp: { recordId: 'none', destination: 'rita@example.test', code: '000000' },
    getUser: { userId: 'nobody' },
  };
  for (const { operationId, method, path } of contract.operations) {
    const changes: RequestOptions[] = [
      { headers: { 'service-client-secret': 'no' } },
      { headers: { 'service-client-id': undefined, 'service-client-secret': undefined } },
      { method: method === 'get' ? 'POST' : 'GET', body: undefined },
      { path: `${path}/none` },
      { path: `${path}?more=1` },
    ];
    if (method !== 'get') {
      changes.push(
        { body: undefined },
        { body: '{}' },
        { body: '{"more": 1}' },
        { body: '[]' },
        { body: '"text"' },
        { body: JSON.stringify({ more: 'x'.repeat(dialect.limits.bodyBytes) }) },
        { headers: { 'content-type': 'text/plain' } },
      );
    }
    for (const change of changes) {
      await sendOperation(operationId, requests[operationId], { bearer: rita, ...change });
    }
  }
}

/** Returns the body of the response. */
async function sendThroughProxy<Id extends OperationId>(
  { proxyUrl, contract }: ProxiedWorkspace,
  operationId: Id,
  request: CanonicalRequest<Id>,
  options: RequestOptions = {},
): Promise<Json> {
  const { clientId = 'wallet-app', bearer } = options;
  const operation = contract.operations.find(({ operationId: id }) => id === operationId);
  const { query, headers, body: validBody } = writeRequest(operationId, request, contract.dialect);
  const search = new URLSearchParams(query).toString();
  const path = options.path ?? `${operation?.path}${search === '' ? '' : `?${search}`}`;
  const body = 'body' in options ? options.body : validBody && JSON.stringify(validBody);
  const response = await sendRequest(`${proxyUrl}${path}`, {
    method: options.method ?? operation?.method.toUpperCase() ?? 'GET',
    headers: {
      'service-client-id': clientId,
      'service-client-secret': `${clientId}-secret`,
      accept: 'application/json, application/problem+json',
      authorization: bearer === undefined ? undefined : `Bearer ${bearer}`,
      ...headers,
      ...options.headers,
    },
    body,
  });
  return response.body;
}

function getTestWallet(index: number): HDNodeWallet {
  const mnemonic = 'test test test test test test test test test test test junk';
  return HDNodeWallet.fromPhrase(mnemonic, undefined, `m/44'/60'/0'/0/${index}`);
}
