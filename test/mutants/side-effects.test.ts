/** Mutants that a named check must detect, such as requests with side effects, and legal deployments. */
import { createHmac, createPublicKey } from 'node:crypto';
import { Wallet } from 'ethers';
import { describe, expect, it } from 'vitest';
import { sample } from '../setup/test-length.ts';
import { declaredAccounts } from './accounts.ts';
import { createSandboxDeployment } from './deployments.ts';
import { createOtp, dialects } from './dialects.ts';
import {
  createResponse,
  findBearer,
  toFields,
  parseFields,
  isAccepted,
  readLatestCode,
  findText,
  findUserId,
  withBody,
  withFields,
  withHeaders,
  type ProxyResponse,
  type ProxyRequest,
  type Exchange,
  type Fields,
  readLowerCaseAddress,
  withBearer,
} from './exchange.ts';
import type { Mutate } from './mutate.ts';
import type { Memory } from './memory.ts';
import { getAddress } from './operators/added-wallets.ts';
import {
  acceptWhen,
  changeBody,
  isRequestTo,
  changeSuccess,
  isOfSecondClient,
  perRun,
  reject,
  signIns,
} from './operators/operator.ts';
import { changeSession, changeUserMask, expireSession } from './operators/sign-in-responses.ts';
import {
  listFalseFailures,
  runAgainst,
  runMutated,
  runWithoutDiscovery,
  listFailed,
} from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';
import { listTransactions, getUser, listWallets } from './user-object.ts';

const targets = useTargets();

/** The check that must fail, the change of the deployment, and the checks that run. */
type Mutant = readonly [killedBy: string, mutate: Mutate, only?: readonly string[]];

const leakChecks = ['7.response.no-secret', '4.1', '4.2.operation', '4.8.operation.at-any-time'];

/** Adds a field of the wallet's last sign-in to responses of startWalletAuth, also under an unknown name. */
function addToStartResponse(field: string): Mutate {
  return async (exchange, memory) => {
    const response = await exchange.forward();
    const address = readLowerCaseAddress(exchange.request);
    if (!isAccepted(response)) return response;
    if (isRequestTo(exchange, 'authenticateWallet'))
      memory.set(`of ${address}`, parseFields(response));
    const value = toFields(memory.get(`of ${address}`))[field];
    return isRequestTo(exchange, 'startWalletAuth') && value !== undefined
      ? withBody(response, { ...parseFields(response), [`own-${field}`]: value, [field]: value })
      : response;
  };
}

/** Changes the second of two concurrent requests with the same key. */
function changeConcurrentRequest(
  operation: 'startWalletAuth' | 'addWalletToUser',
  getKey: (request: ProxyRequest, memory: Memory) => string,
  respondToSecond: (exchange: Exchange) => Promise<ProxyResponse>,
): Mutate {
  return perRun(() => {
    const keysInFlight = new Set<string>();
    return async (exchange, memory) => {
      if (!isRequestTo(exchange, operation)) return exchange.forward();
      const key = getKey(exchange.request, memory);
      if (keysInFlight.has(key)) return respondToSecond(exchange);
      keysInFlight.add(key);
      // Simulates the latency of a database.
      await new Promise((resolve) => setTimeout(resolve, 60));
      keysInFlight.delete(key);
      return exchange.forward();
    };
  });
}

function changeWallets(
  change: (wallets: Fields[], exchange: Exchange, memory: Memory) => void,
): Mutate {
  return changeBody('getUser', (body, exchange, memory) => {
    change(listWallets(getUser(body, exchange.traits), exchange.traits), exchange, memory);
    return body;
  });
}

/** Changes the wallets in reads of users who have signed in by code twice. */
function changeWalletsAfterSecondSignIn(
  operation: 'authenticateSmsOtp' | 'authenticateEmailOtp',
  change: (wallets: Fields[]) => void,
): Mutate {
  return perRun(() => {
    const usersWithSignIn = new Set<string>();
    const changeWalletsOfSubject = changeWallets((wallets, { request }, memory) => {
      if (memory.get(`signed in twice ${memory.findUser(request)}`) === true) change(wallets);
    });
    return recordSubject(
      'signed in twice',
      ({ request }, response) => {
        if (request.operation !== operation) return null;
        const id = findUserId(response) ?? '';
        const isSecond = usersWithSignIn.has(id);
        usersWithSignIn.add(id);
        return isSecond ? id : null;
      },
      changeWalletsOfSubject,
    );
  });
}

/**
 * Sets `EVENT SUBJECT` to true in the memory after each exchange for which `findSubject` returns a subject,
 * such as the id of a user or the address of a wallet.
 */
function recordSubject(
  event: string,
  findSubject: (exchange: Exchange, response: ProxyResponse, memory: Memory) => string | null,
  mutate: Mutate,
): Mutate {
  return async (exchange, memory) => {
    const response = await mutate(exchange, memory);
    const subject = isAccepted(response) ? findSubject(exchange, response, memory) : null;
    if (subject !== null) memory.set(`${event} ${subject}`, true);
    return response;
  };
}

function changePhoneMask(
  change: (phoneMask: unknown, exchange: Exchange, userId: string) => unknown,
): Mutate {
  return changeUserMask((mask, exchange) => ({
    ...mask,
    phoneMask: change(mask['phoneMask'], exchange, findText(mask, 'id') ?? ''),
  }));
}

/** Accepts a session signed as HS256 with the public key as secret. */
const acceptPublicKeyAsSecret: Mutate = async ({ request, forward }) => {
  const [header = '', payload = '', signature = ''] = (findBearer(request) ?? '').split('.');
  const decoded = parseFields({ text: Buffer.from(header, 'base64url').toString() });
  if (request.operation !== 'getUser' || decoded['alg'] !== 'HS256') return forward();
  const path = '/.well-known/jwks.json';
  const keySet = await forward({ ...request, operation: null, path, text: '' });
  const [key = {}] = parseFields(keySet)['keys'] as Fields[];
  const publicKey = createPublicKey({ key, format: 'jwk' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const expected = createHmac('sha256', pem).update(`${header}.${payload}`).digest('base64url');
  return signature === expected
    ? createResponse(200, { kyc: { status: 'APPROVED' }, flags: [] })
    : forward();
};

const mutants: Readonly<Record<string, Mutant>> = {
  'startWalletAuth returns the session of the wallet owner': [
    '7.response.no-secret/other-users',
    addToStartResponse('sessionJwt'),
    leakChecks,
  ],
  'startWalletAuth returns the userMask of the wallet owner': [
    '7.response.no-secret/other-users',
    addToStartResponse('userMask'),
    leakChecks,
  ],
  'a send returns the email address of the account': [
    '7.response.no-secret/other-users',
    changeBody('sendSmsOtp', (body, { request, traits }) => {
      const number = parseFields(request)['phoneNumber'];
      const account = traits.accounts.find(({ phoneNumber }) => phoneNumber === number);
      return account ? { ...body, email: account.emailAddress } : body;
    }),
    leakChecks,
  ],
  'all sign-ins return the same status text, and a user read contains the id of another user': [
    '7.response.no-secret/other-users',
    async (exchange, memory) => {
      const response = await exchange.forward();
      const body = parseFields(response);
      if (!isAccepted(response)) return response;
      if (isRequestTo(exchange, signIns))
        return withBody(response, { ...body, status: 'SIGNED_IN_SUCCESSFULLY' });
      if (!isRequestTo(exchange, 'getUser')) return response;
      const previousUser = memory.get('previous user');
      memory.set('previous user', memory.findUser(exchange.request));
      return previousUser === undefined
        ? response
        : withBody(response, { ...body, trace: previousUser });
    },
    ['7.response.no-secret', '4.8.operation.reads'],
  ],
  'two concurrent startWalletAuth requests of a wallet return 500': [
    '7.requests.no-breakdown/startWalletAuth/two-concurrent-requests',
    changeConcurrentRequest('startWalletAuth', readLowerCaseAddress, () =>
      Promise.resolve(createResponse(500, {})),
    ),
  ],
  'one of two concurrently added wallets is lost': [
    '4.3.operation.adds/concurrently',
    changeConcurrentRequest(
      'addWalletToUser',
      (request, memory) => memory.findUser(request) ?? '',
      ({ request, forward }) =>
        forward(withFields(request, { walletAddress: Wallet.createRandom().address })),
    ),
  ],
  'user reads do not show one of two concurrently added wallets': [
    '4.3.operation.adds/concurrently',
    perRun(() => {
      const hidden = new Set<string>();
      const hideSecond = changeConcurrentRequest(
        'addWalletToUser',
        (request, memory) => memory.findUser(request) ?? '',
        ({ request, forward }) => {
          hidden.add(readLowerCaseAddress(request));
          return forward();
        },
      );
      const hideWallets = changeWallets((wallets) => {
        const shown = wallets.filter((wallet) => !hidden.has(getAddress(wallet).toLowerCase()));
        wallets.splice(0, wallets.length, ...shown);
      });
      return (exchange, memory) =>
        (isRequestTo(exchange, 'getUser') ? hideWallets : hideSecond)(exchange, memory);
    }),
  ],
  'the second client does not read wallets that were added later': [
    '3.wallet.added-unverified/shown/session-of-a-linked-client',
    changeWallets((wallets, exchange) => {
      if (isOfSecondClient(exchange)) wallets.splice(1);
    }),
  ],
  'the second client does not read an added wallet, even after its sign-in': [
    '3.wallet.authenticate-verifies/shown/session-of-a-linked-client',
    changeWallets((wallets, exchange) => {
      if (isOfSecondClient(exchange)) wallets.splice(1);
    }),
  ],
  'two users can add the same wallet at the same time': [
    '3.wallet.added-unverified/concurrently-by-two-users',
    changeConcurrentRequest('addWalletToUser', readLowerCaseAddress, () =>
      Promise.resolve(createResponse(200, {})),
    ),
  ],
  'a wallet that signed in on ETHEREUM cannot sign in on POLYGON': [
    '5.3.wallet.flow/network-polygon-after-ethereum',
    async (exchange, memory) => {
      const { walletNetwork } = parseFields(exchange.request);
      if (!isRequestTo(exchange, 'authenticateWallet')) return exchange.forward();
      const key = `on ETHEREUM ${readLowerCaseAddress(exchange.request)}`;
      if (walletNetwork === 'POLYGON' && memory.get(key) === true) return createResponse(401, {});
      const response = await exchange.forward();
      if (walletNetwork === 'ETHEREUM' && isAccepted(response)) memory.set(key, true);
      return response;
    },
  ],
  'one added wallet that signs in verifies all added wallets': [
    '3.wallet.authenticate-verifies/shown/beside-unverified-wallets',
    changeWallets((wallets, _exchange, memory) => {
      const hasSignedIn = wallets.some(
        (wallet) =>
          memory.addedWallets.has(getAddress(wallet)) &&
          memory.signedInWallets.has(getAddress(wallet)),
      );
      if (hasSignedIn) for (const wallet of wallets) wallet['status'] = 'verified';
    }),
  ],
  'a wallet that is added again is unverified': [
    '3.wallet.authenticate-verifies/added-again',
    recordSubject(
      'added again',
      ({ request }, _response, memory) =>
        request.operation === 'addWalletToUser' &&
        memory.signedInWallets.has(readLowerCaseAddress(request))
          ? readLowerCaseAddress(request)
          : null,
      changeWallets((wallets, _exchange, memory) => {
        for (const wallet of wallets) {
          const isAddedAgain = memory.get(`added again ${getAddress(wallet)}`) === true;
          if (isAddedAgain) wallet['status'] = 'unverified';
        }
      }),
    ),
  ],
  'a sign-in by SMS verifies all wallets': [
    '3.wallet.stays-unverified/after-a-code/sms',
    changeWalletsAfterSecondSignIn('authenticateSmsOtp', (wallets) => {
      for (const wallet of wallets) wallet['status'] = 'verified';
    }),
  ],
  'a sign-in by email removes all wallets': [
    '3.wallet.stays-unverified/after-a-code/email',
    changeWalletsAfterSecondSignIn('authenticateEmailOtp', (wallets) => wallets.splice(0)),
  ],
  'the second client gets no phoneMask': [
    '2.4.userMask.phoneMask/second-client',
    changePhoneMask((phoneMask, exchange) => (isOfSecondClient(exchange) ? '' : phoneMask)),
  ],
  'a user with two wallets has the phoneMask of another user': [
    '2.4.userMask.phoneMask/second-wallet',
    perRun(() => {
      const addedCounts = new Map<string, number>();
      const changeMask = changePhoneMask((phoneMask, _exchange, userId) =>
        (addedCounts.get(userId) ?? 0) > 1 ? '********9999' : phoneMask,
      );
      return async (exchange, memory) => {
        const id = isRequestTo(exchange, 'addWalletToUser')
          ? memory.findUser(exchange.request)
          : null;
        if (id !== null) addedCounts.set(id, (addedCounts.get(id) ?? 0) + 1);
        return changeMask(exchange, memory);
      };
    }),
  ],
  'a session signed with the public key is accepted': [
    '4.8.operation.reads/forged-session',
    acceptPublicKeyAsSecret,
  ],
  'a user read allows shared caching': [
    '4.8.operation.reads/shared-caches',
    changeSuccess('getUser', (response) =>
      withHeaders(response, { 'cache-control': 'public, max-age=300' }),
    ),
    ['4.8.operation.reads'],
  ],
  'a new user has the transactions of another user': [
    '7.3.transactions.readable/new-user',
    changeBody('getUser', (body, { traits }) => {
      const transactions = listTransactions(getUser(body, traits), traits);
      if (transactions.length === 0) transactions.push({ id: 't', cryptoStatus: 'PENDING' });
      return body;
    }),
  ],
  'a send to the number of a user needs no access token': [
    '5.2.bearer.consistent/missing/known-user',
    recordSubject(
      'number of a user',
      ({ request }, _response, memory) =>
        request.operation === 'authenticateSmsOtp'
          ? (memory.records.get(findText(parseFields(request), 'phoneId') ?? '') ?? null)
          : null,
      (exchange, memory) => {
        const { request, traits, forward } = exchange;
        const number = findText(parseFields(request), 'phoneNumber') ?? '';
        const isKnown =
          memory.get(`number of a user ${number}`) === true ||
          traits.accounts.some(({ phoneNumber }) => phoneNumber === number);
        if (!isRequestTo(exchange, 'sendSmsOtp') || findBearer(request) !== null || !isKnown)
          return forward();
        const token = traits.clients[0]?.accessToken;
        return forward(withBearer(request, token));
      },
    ),
  ],
  'startWalletAuth by walletType makes a verified wallet unverified': [
    '3.wallet.stays-unverified/shown',
    recordSubject(
      'started by type',
      ({ request }) =>
        request.operation === 'startWalletAuth' && 'walletType' in parseFields(request)
          ? readLowerCaseAddress(request)
          : null,
      changeWallets((wallets, _exchange, memory) => {
        for (const wallet of wallets) {
          const isStarted = memory.get(`started by type ${getAddress(wallet).toLowerCase()}`);
          if (isStarted === true) wallet['status'] = 'unverified';
        }
      }),
    ),
  ],
  'a bad signature verifies a wallet, and user reads show changes of wallets at the third read': [
    '3.wallet.bad-signature-changes-nothing/shown',
    perRun(() => {
      let reads = 0;
      const readsBefore = {
        add: new Map<string, number>(),
        badSignature: new Map<string, number>(),
      };
      const isVisible = (event: keyof typeof readsBefore, wallet: Fields, otherwise: boolean) => {
        const count = readsBefore[event].get(getAddress(wallet).toLowerCase());
        return count === undefined ? otherwise : reads - count > 2;
      };
      const changeReads = changeWallets((wallets) => {
        reads += 1;
        const visible = wallets.filter((wallet) => isVisible('add', wallet, true));
        for (const wallet of visible)
          if (isVisible('badSignature', wallet, false)) wallet['status'] = 'verified';
        wallets.splice(0, wallets.length, ...visible);
      });
      return async (exchange, memory) => {
        const address = readLowerCaseAddress(exchange.request);
        const response = await changeReads(exchange, memory);
        if (isRequestTo(exchange, 'addWalletToUser')) readsBefore.add.set(address, reads);
        if (isRequestTo(exchange, 'authenticateWallet') && !isAccepted(response))
          readsBefore.badSignature.set(address, reads);
        return response;
      };
    }),
  ],
  'a used code is accepted as a number': [
    '4.5.otp.one-time/in-another-form',
    ({ request, forward }, memory) => {
      const { otp } = parseFields(request);
      const usual = withFields(request, { otp: String(otp).padStart(6, '0') });
      const used = typeof otp === 'number' ? memory.codeSignIns.get(usual.text) : undefined;
      return used ? Promise.resolve(used) : forward();
    },
    ['4.5.otp.one-time', '4.5.operation'],
  ],
  'a bad signature makes a verified wallet unverified': [
    '3.wallet.bad-signature-changes-nothing/shown',
    changeWallets((wallets, _exchange, memory) => {
      for (const wallet of wallets)
        if (memory.rejectedWallets.has(getAddress(wallet))) wallet['status'] = 'unverified';
    }),
  ],
  'a wallet is verified at once if a user with a phone number adds it': [
    '3.wallet.stays-unverified/after-a-code/sms',
    recordSubject(
      'signed in by SMS',
      ({ request }, response) =>
        request.operation === 'authenticateSmsOtp' ? findUserId(response) : null,
      changeWallets((wallets, { request }, memory) => {
        const hasPhone = memory.get(`signed in by SMS ${memory.findUser(request)}`) === true;
        if (hasPhone) for (const wallet of wallets) wallet['status'] = 'verified';
      }),
    ),
  ],
  'times are in local time': [
    '2.4.userMask.createTime/in-utc',
    changeUserMask((mask) => {
      const addTwoHours = (name: string) => {
        const time = Date.parse(findText(mask, name) ?? '') + 2 * 3_600_000;
        return new Date(time).toISOString();
      };
      return {
        ...mask,
        createTime: addTwoHours('createTime'),
        updateTime: addTwoHours('updateTime'),
      };
    }),
    ['2.4', '4.2.operation'],
  ],
  'addWalletToUser resets the KYC status': [
    '2.7.kyc.status/in-context/after-an-added-wallet',
    recordSubject(
      'added',
      ({ request }, _response, memory) =>
        request.operation === 'addWalletToUser' ? memory.findUser(request) : null,
      changeBody('getUser', (body, { request }, memory) =>
        memory.get(`added ${memory.findUser(request)}`) === true
          ? { ...body, kyc: { status: 'IN_REVIEW' } }
          : body,
      ),
    ),
  ],
  'a session expires before it is issued': [
    '2.4.sessionJwt.jwt/expiry',
    changeSession(expireSession),
    ['2.4'],
  ],
  'the response to a wrong code contains the correct code without its last digit': [
    '7.response.no-secret/sms',
    async (exchange, memory) => {
      const { request, forward } = exchange;
      const response = await forward();
      const recordId = findText(parseFields(request), 'phoneId') ?? '';
      const isWrong = isRequestTo(exchange, 'authenticateSmsOtp') && response.status === 401;
      const code = isWrong ? await readLatestCode(exchange, memory.records.get(recordId)) : '';
      return code === ''
        ? response
        : withBody(response, { message: `Wrong code. It starts with ${code.slice(0, -1)}.` });
    },
    ['7.response.no-secret'],
  ],
  'an account with a Fraud flag cannot sign in by SMS': [
    '4.8.operation.at-any-time/in-context/signed-in-by-phone',
    async (exchange, memory) => {
      const { request, traits, forward } = exchange;
      const number = memory.records.get(findText(parseFields(request), 'phoneId') ?? '');
      const account = traits.accounts.find(({ phoneNumber }) => phoneNumber === number);
      const isFraud = account?.flags?.some(({ category }) => category === 'Fraud') === true;
      return isRequestTo(exchange, 'authenticateSmsOtp') && isFraud
        ? createResponse(403, {})
        : forward();
    },
  ],
  'a session token of the user replaces the signature of the wallet': [
    '5.3.wallet.other-signer-refused/with-a-session',
    acceptWhen('authenticateWallet', ({ request }) => findBearer(request) !== null),
    ['5.3.wallet'],
  ],
  'a wallet with walletType is shown with this type as walletNetwork': [
    '2.2.walletNetwork.both-values/user-read',
    changeWallets((wallets) => {
      for (const wallet of wallets) {
        if (wallet['walletType'] === undefined) continue;
        wallet['walletNetwork'] = wallet['walletType'];
        delete wallet['walletType'];
      }
    }),
    ['2.2.walletNetwork', '3.wallet.added-unverified'],
  ],
};

describe('a run against a deployment fails if', () => {
  it.each(sample(Object.entries(mutants), 10))('%s', async (_name, [killedBy, mutate, only]) => {
    const deployment = await createSandboxDeployment(targets);
    const outcome = await runWithoutDiscovery(deployment, mutate, { only: only ?? [killedBy] });
    expect(listFailed(outcome)).toContain(killedBy);
  });
});

it('a run fails if only some responses to a send contain an emailId', async () => {
  const deployment = await createSandboxDeployment(targets, 'renamed', dialects.renamed);
  const addSomeIds: Mutate = perRun(() => {
    let sends = 0;
    return changeBody('sendEmailOtp', (body) => {
      sends += 1;
      return sends % 2 === 0 ? { ...body, emailId: `email-${sends}` } : body;
    });
  });
  const only = ['2.6.emailId.string', '4.6'];
  const outcome = await runWithoutDiscovery(deployment, addSomeIds, { only });
  expect(listFailed(outcome)).toEqual(['2.6.emailId.string/every-response']);
});

it('a run fails if a second client cannot read linked users, even if new users are rejected', async () => {
  const deployment = await createSandboxDeployment(targets, 'strict', dialects.strict);
  const rejectReads = reject('getUser', 403, isOfSecondClient);
  const only = ['5.6.linking.skips-onboarding'];
  const outcome = await runWithoutDiscovery(deployment, rejectReads, { only });
  expect(listFailed(outcome)).toContain('5.6.linking.skips-onboarding');
  expect(outcome.unusableInputs).toEqual([]);
});

it('a run reports accepted sends to another country for which no code arrives', async () => {
  const deployment = await createSandboxDeployment(targets);
  const loseForeignCodes: Mutate = (exchange) =>
    isRequestTo(exchange, 'sendSmsOtp') &&
    findText(parseFields(exchange.request), 'phoneNumber')?.startsWith('+1') === false
      ? Promise.resolve(createResponse(200, { phoneId: 'lost', phoneMask: '*** 0143' }))
      : exchange.forward();
  const only = ['5.4.sms.one-user-each/other-country'];
  const { unusableInputs } = await runWithoutDiscovery(deployment, loseForeignCodes, { only });
  expect(unusableInputs.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^no code for the accepted sms send to \+44/),
  ]);
});

it('a run fails if only the first response to each code contains an emailId, and no response to a send', async () => {
  const values = createOtp({
    sendReturns: 'empty',
    identifiedBy: 'destination',
    authenticateReturns: 'sessionAndRecord',
  });
  const deployment = await createSandboxDeployment(targets, 'records', { version: 1, values });
  const removeLaterIds: Mutate = perRun(() => {
    const users = new Set<unknown>();
    return changeBody('authenticateEmailOtp', ({ emailId, ...body }) => {
      const { id } = toFields(body['userMask']);
      const isFirst = !users.has(id);
      users.add(id);
      return isFirst ? { ...body, emailId } : body;
    });
  });
  const outcome = await runMutated(deployment, removeLaterIds, {
    assumedDialect: deployment.dialect,
    settings: { only: ['2.6.emailId.string', '4.7', '5.5', '5.6'] },
  });
  expect(listFailed(outcome)).toContain('2.6.emailId.string/every-response');
});

describe('a run raises no false alarm:', () => {
  const accountsWithoutKey = declaredAccounts.map((account) => ({ ...account, privateKey: null }));

  it('sends with an access token are accepted, but the code field is unknown', async () => {
    const deployment = await createSandboxDeployment(targets, 'client tokens', {
      version: 1,
      values: { bearer: { accepts: ['client'] } },
    });
    const rejectCodes = reject(['authenticateSmsOtp', 'authenticateEmailOtp']);
    const outcome = await runMutated(deployment, rejectCodes, { settings: { only: ['4.4'] } });
    expect(listFalseFailures(outcome)).toEqual([]);
    const sends = outcome.results.find(({ id }) => id === '4.4.operation.sends');
    expect(sends?.verdict).toBe('pass');
  });

  it('the response to a code has another name for the session', async () => {
    const deployment = await createSandboxDeployment(targets);
    const renameSession = changeBody(['authenticateSmsOtp', 'authenticateEmailOtp'], (body) => ({
      accessToken: body['sessionJwt'],
    }));
    const outcome = await runMutated(deployment, renameSession, {
      settings: { only: ['2.7', '7.response.no-secret'], accounts: accountsWithoutKey },
    });
    expect(listFalseFailures(outcome)).toEqual([]);
    expect(outcome.unusableInputs).toEqual([]);
  });

  it('every second user read shows an added wallet later', async () => {
    const deployment = await createSandboxDeployment(targets);
    const hideFromSecondReads: Mutate = perRun(() => {
      let reads = 0;
      const readsBeforeAdd = new Map<string, number>();
      const changeReads = changeWallets((wallets) => {
        reads += 1;
        const shown = wallets.filter((wallet) => {
          const count = readsBeforeAdd.get(getAddress(wallet).toLowerCase());
          return count === undefined || reads % 2 === 0 || reads - count > 3;
        });
        wallets.splice(0, wallets.length, ...shown);
      });
      return async (exchange, memory) => {
        const response = await changeReads(exchange, memory);
        if (isRequestTo(exchange, 'addWalletToUser'))
          readsBeforeAdd.set(readLowerCaseAddress(exchange.request), reads);
        return response;
      };
    });
    const outcome = await runMutated(deployment, hideFromSecondReads, {
      assumedDialect: deployment.dialect,
      settings: { only: ['3.wallet', '4.3', '5.6'] },
    });
    expect(listFalseFailures(outcome)).toEqual([]);
  });

  it('a wallet that a user with a Fraud flag tried to add cannot sign in', async () => {
    const deployment = await createSandboxDeployment(targets);
    const blockWallets: Mutate = perRun(() => {
      const blocked = new Set<string>();
      return async (exchange) => {
        const address = readLowerCaseAddress(exchange.request);
        if (isRequestTo(exchange, 'authenticateWallet') && blocked.has(address))
          return createResponse(403, {});
        const response = await exchange.forward();
        if (isRequestTo(exchange, 'addWalletToUser') && response.status === 403)
          blocked.add(address);
        return response;
      };
    });
    const outcome = await runMutated(deployment, blockWallets, {
      assumedDialect: deployment.dialect,
      settings: { only: ['7.4'] },
    });
    expect(listFailed(outcome)).toEqual([]);
  });

  it('a user read forbids shared caches to store it, and contains s-maxage', async () => {
    const deployment = await createSandboxDeployment(targets);
    const forbidStoring = changeSuccess('getUser', (response) =>
      withHeaders(response, { 'cache-control': 'private, no-store, s-maxage=0' }),
    );
    const outcome = await runMutated(deployment, forbidStoring, {
      settings: { only: ['4.8.operation.reads/shared-caches', '4.8.operation.reads/twice'] },
    });
    expect(listFalseFailures(outcome)).toEqual([]);
  });

  it('the session token is encrypted', async () => {
    const deployment = await createSandboxDeployment(targets);
    const header = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url');
    const encryptSession = changeSession(
      (session) => `${header}..aXY.${Buffer.from(session).toString('base64url')}.dGFn`,
    );
    const outcome = await runMutated(deployment, encryptSession, { settings: { only: ['2.4'] } });
    expect(listFalseFailures(outcome)).toEqual([]);
  });

  it('times end with +00:00', async () => {
    const deployment = await createSandboxDeployment(targets);
    const writeOffset: Mutate = async ({ forward }) => {
      const response = await forward();
      return { ...response, text: response.text.replaceAll(/(:\d\d\.\d{3})Z"/g, '$1+00:00"') };
    };
    const outcome = await runMutated(deployment, writeOffset, { settings: { only: ['2.4'] } });
    expect(listFalseFailures(outcome)).toEqual([]);
  });

  it('one wrong code invalidates the correct code', async () => {
    const deployment = await createSandboxDeployment(targets, 'one attempt', {
      version: 1,
      values: { otp: { sms: { maxAttempts: 1 }, email: { maxAttempts: 1 } } },
    });
    const outcome = await runAgainst(deployment, { settings: { only: ['5.4', '5.5'] } });
    expect(listFalseFailures(outcome)).toEqual([]);
  });
});
