/** Mutants that violate a rule only after an unrelated step, for a second client or for a similar value. */
import {
  createResponse,
  findBearer,
  parseBody,
  parseFields,
  isAccepted,
  findText,
  findUserId,
  withBody,
  withFields,
  withHeaders,
  withUserId,
  NONEXISTENT_USER_ID,
  type ProxyResponse,
  type ProxyRequest,
  type Exchange,
  readText,
  readClientId,
  readLowerCaseAddress,
  findClient,
  withBearer,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import { getKyc } from '../user-object.ts';
import {
  acceptsNetwork,
  changeUser,
  acceptWhen,
  isRequestTo,
  createOperator,
  changeRequest,
  changeSuccess,
  type Operator,
  createsUsers,
  isReadBySession,
  isOfSecondClient,
  createOperatorsIf,
  createOperators,
  changeRefusal,
} from './operator.ts';
import type { OperationId } from '../../../src/contract/types.ts';
import { walletOperations } from '../../../conformance/actors/operations.ts';
import { acceptWithoutToken, findAccessToken } from './otp-contexts.ts';
import { pairs } from './otp-pairs.ts';
import type { Mutate } from '../mutate.ts';

const ZERO_ADDRESS = `0x${'00'.repeat(20)}`;

/** After a certain step, accepts requests again that were accepted before. */
function acceptAgainAfter(
  operation: OperationId,
  isStep: (exchange: Exchange, memory: Memory) => boolean,
): Mutate {
  return async (exchange, memory) => {
    const { request } = exchange;
    const response = await exchange.forward();
    if (isAccepted(response) && isStep(exchange, memory)) memory.set('step done', true);
    if (!isRequestTo(exchange, operation)) return response;
    const key = `accepted ${readClientId(request)} ${request.text}`;
    if (isAccepted(response)) memory.set(key, response);
    const earlierResponse = memory.get(key) as ProxyResponse | undefined;
    if (isAccepted(response) || memory.get('step done') !== true) return response;
    return earlierResponse ?? response;
  };
}

const isAddingWallet = (exchange: Exchange) => isRequestTo(exchange, 'addWalletToUser');

export const neighbouringContexts: readonly Operator[] = [
  ...createOperators('5.3.wallet.used-challenge-refused', 'use after invalidation', {
    'used challenges are accepted again after a wallet was added': acceptAgainAfter(
      'authenticateWallet',
      isAddingWallet,
    ),
  }),
  ...Object.values(pairs).flatMap(({ channel, clause, authenticate: signIn }) =>
    createOperators(`${clause}.otp.one-time`, 'use after invalidation', {
      [`used ${channel} codes are accepted again after a second client used a code`]:
        acceptAgainAfter(
          signIn,
          (exchange) => isRequestTo(exchange, signIn) && isOfSecondClient(exchange),
        ),
      [`used ${channel} codes are accepted again after a wallet was added`]: acceptAgainAfter(
        signIn,
        isAddingWallet,
      ),
    }),
  ),
  ...createOperators('5.3.wallet.used-challenge-refused', 'use after invalidation', {
    'used challenges are recognized only by the text of the signature': async (
      exchange,
      memory,
    ) => {
      const response = await exchange.forward();
      if (!isRequestTo(exchange, 'authenticateWallet')) return response;
      const key = `signed in ${readLowerCaseAddress(exchange.request)}`;
      // A signature is 0x, r (64 digits), s (64 digits) and v. Its second form has the same r and a high s.
      const signature = readText(exchange.request, 'signature');
      const r = signature.slice(2, 66);
      if (isAccepted(response)) memory.set(key, { response, r });
      const earlier = memory.get(key) as { response: ProxyResponse; r: string } | undefined;
      const isSameR = earlier?.r === r;
      const hasValidV = /1[bc]$/.test(signature);
      const isHighS = Number.parseInt(signature.charAt(66), 16) > 7;
      return !isAccepted(response) && isSameR && hasValidV && isHighS ? earlier.response : response;
    },
  }),
  ...createOperatorsIf(
    acceptsNetwork,
    '2.2.walletNetwork.other-values-refused',
    'enum not checked',
    {
      'the letter case of walletNetwork is ignored': changeRequest(walletOperations, (request) => {
        const { walletNetwork } = parseFields(request);
        return typeof walletNetwork === 'string'
          ? withFields(request, { walletNetwork: walletNetwork.toUpperCase() })
          : null;
      }),
    },
  ),
  ...createOperatorsIf(createsUsers, '5.3.wallet.other-signer-refused', 'auth bypassed', {
    'the zero address signs in by a signature without a signer': acceptWhen(
      'authenticateWallet',
      ({ request }) => readLowerCaseAddress(request) === ZERO_ADDRESS,
    ),
  }),
  ...createOperators('5.3.wallet.other-signer-refused', 'auth bypassed', {
    'a wallet of the first client signs in at the second client by any signature': acceptWhen(
      'authenticateWallet',
      (exchange, memory) =>
        isOfSecondClient(exchange) &&
        memory.signedInWallets.has(readLowerCaseAddress(exchange.request)),
    ),
  }),
  ...createOperatorsIf(createsUsers, '3.wallet.added-unverified', "other user's data", {
    'a wallet that addWalletToUser rejected signs in another user afterwards': async (
      exchange,
      memory,
    ) => {
      const response = await exchange.forward();
      const key = `lost ${readLowerCaseAddress(exchange.request)}`;
      if (isRequestTo(exchange, 'addWalletToUser') && !isAccepted(response)) memory.set(key, true);
      const isSignIn = isRequestTo(exchange, 'authenticateWallet') && isAccepted(response);
      return isSignIn && memory.get(key) === true
        ? withUserId(response, NONEXISTENT_USER_ID)
        : response;
    },
  }),
  ...createOperators('4.3.response.empty', 'schema broken', {
    'addWalletToUser returns an array to the second client': changeSuccess(
      'addWalletToUser',
      (response, exchange) => (isOfSecondClient(exchange) ? withBody(response, []) : response),
    ),
  }),
  ...createOperatorsIf(isReadBySession, '4.8.operation.reads', "other user's data", {
    'a second client reads an id that differs from the userMask': changeSuccess(
      'getUser',
      (response, exchange, memory) => {
        const id = memory.findUser(exchange.request);
        return isOfSecondClient(exchange) && id !== null
          ? { ...response, text: response.text.replaceAll(id, NONEXISTENT_USER_ID) }
          : response;
      },
    ),
    'a read without a session returns the last user who signed in': changeRequest(
      'getUser',
      (request, _, memory) => {
        if (findBearer(request) !== null) return null;
        const isOfSameClient = (other: { request: ProxyRequest }) =>
          readClientId(other.request) === readClientId(request);
        const signIn = memory.findLastExchange('authenticateWallet', isOfSameClient);
        const session = signIn && findText(parseFields(signIn.response), 'sessionJwt');
        return session === null ? null : withBearer(request, session);
      },
    ),
  }),
  ...createOperators('2.7.kyc.status-values', 'undocumented value', {
    'users without a submission have the status NONE': changeUser((user, traits) => {
      if (getKyc(user, traits)['status'] === undefined) user[traits.user.kyc] = { status: 'NONE' };
    }),
  }),
  ...createOperators('5.2.bearer.consistent', 'auth bypassed', {
    'the letter case of the access token is ignored': acceptWithoutToken(
      (exchange) =>
        findBearer(exchange.request)?.toLowerCase() === findAccessToken(exchange).toLowerCase(),
    ),
    'any token without a signature is accepted as an access token': acceptWithoutToken(
      ({ request }) => /^[\w-]+\.[\w-]+\.$/.test(findBearer(request) ?? ''),
    ),
  }),
  ...createOperators('2.1.service-client-secret.header', 'auth bypassed', {
    'the secret "undefined" is accepted': changeRequest('sendEmailOtp', (request, exchange) => {
      const client = findClient(exchange);
      return client !== undefined && request.headers['service-client-secret'] === 'undefined'
        ? withHeaders(request, { 'service-client-secret': client.clientSecret })
        : null;
    }),
  }),
  ...createOperators('7.response.no-secret', 'leak', {
    'a sign-in sets a cookie with the client id and secret, percent-encoded': changeSuccess(
      'authenticateWallet',
      (response, exchange) => {
        const client = findClient(exchange);
        const value = `${client?.clientId}:${client?.clientSecret}`;
        return withHeaders(response, { 'set-cookie': `client=${encodeURIComponent(value)}` });
      },
    ),
  }),
  ...createOperators('4.body.request-json', 'server error', {
    'a body of a second client that is not JSON causes a server error': async (exchange) => {
      const { request } = exchange;
      const isInvalid = request.text !== '' && parseBody(request) === undefined;
      return isInvalid && request.operation !== null && isOfSecondClient(exchange)
        ? createResponse(500, { message: 'Unexpected token' })
        : exchange.forward();
    },
  }),
  ...createOperatorsIf(createsUsers, '4.5.otp.wrong-refused', 'server error', {
    'a send to a number outside of North America causes a server error': async (exchange) => {
      const isOutsideNorthAmerica = /^\+[2-9]/.test(readText(exchange.request, 'phoneNumber'));
      return isOutsideNorthAmerica && isRequestTo(exchange, 'sendSmsOtp')
        ? createResponse(500, { message: 'no route' })
        : exchange.forward();
    },
  }),
  ...createOperatorsIf(
    ({ addsToLastUser }) => !addsToLastUser,
    '4.3.operation.adds',
    'auth bypassed',
    {
      'addWalletToUser accepts a session without its signature': async (exchange, memory) => {
        const { request } = exchange;
        const [head, claims] = (findBearer(request) ?? '').split('.');
        const session = memory.get(`session ${head}.${claims}`);
        const isKnown = isRequestTo(exchange, 'addWalletToUser') && typeof session === 'string';
        const response = await exchange.forward(isKnown ? withBearer(request, session) : request);
        const issued = findText(parseFields(response), 'sessionJwt') ?? '';
        if (issued !== '') memory.set(`session ${issued.split('.', 2).join('.')}`, issued);
        return response;
      },
    },
  ),
  ...createOperatorsIf(createsUsers, '5.6.linking.same-user', "other user's data", {
    'a sign-in by code that overlaps with another creates a new user': async (exchange, memory) => {
      const operations = ['authenticateSmsOtp', 'authenticateEmailOtp'] as const;
      if (!isRequestTo(exchange, operations)) return exchange.forward();
      const isConcurrent = memory.get('codes in flight') === true;
      memory.set('codes in flight', true);
      const response = await exchange.forward();
      memory.set('codes in flight', false);
      const id = findUserId(response);
      return isConcurrent && id !== null
        ? { ...response, text: response.text.replaceAll(id, NONEXISTENT_USER_ID) }
        : response;
    },
  }),
  ...createOperators('5.3.wallet.start-needed', 'auth bypassed', {
    'a wallet that signed in before needs no challenge, and any signature is accepted': acceptWhen(
      'authenticateWallet',
      ({ request }, memory) =>
        memory.signedInWallets.has(readLowerCaseAddress(request)) &&
        /^0x[\da-f]{130}$/i.test(readText(request, 'signature')),
    ),
  }),
  ...Object.values(pairs).map(({ channel, send, recordId, idRule }) =>
    createOperator(
      idRule,
      "other user's data",
      `every ${channel} send returns the record of the first send`,
      async (exchange, memory) => {
        const response = await exchange.forward();
        const id = findText(parseFields(response), recordId);
        if (!isRequestTo(exchange, send) || !isAccepted(response) || id === null) return response;
        const firstId = memory.get(`record of ${channel}`) ?? id;
        memory.set(`record of ${channel}`, firstId);
        return { ...response, text: response.text.replaceAll(id, String(firstId)) };
      },
      ({ otp }) => otp[channel].sendReturnsRecord,
    ),
  ),
  ...createOperatorsIf(createsUsers, '3.wallet.added-unverified', 'auth bypassed', {
    'a wallet of another user is added when the request is repeated': changeRefusal(
      'addWalletToUser',
      (response, exchange, memory) => {
        const key = `rejected ${exchange.request.text}`;
        const isRepeated = memory.get(key) === true;
        memory.set(key, true);
        return isRepeated && /"walletAddress"/.test(exchange.request.text)
          ? createResponse(200, {})
          : response;
      },
    ),
  }),
];
