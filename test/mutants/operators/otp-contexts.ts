/**
 * §2.5 – §2.6, §4.4 – §4.7, §5.2 – §5.5: rules of one-time passwords that are violated in one context only.
 */
import type { OtpChannel } from '../../../src/dialect/dialect.ts';
import {
  createResponse,
  findBearer,
  NONEXISTENT_USER_ID,
  parseFields,
  isAccepted,
  findText,
  withBody,
  withFields,
  withUserId,
  withHeaders,
  type ProxyResponse,
  type Exchange,
  type Fields,
  findClient,
  readClientId,
  withBearer,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import type { Mutate } from '../mutate.ts';
import type { DeploymentTraits } from '../deployment-traits.ts';
import {
  acceptWhen,
  isRequestTo,
  createOperator,
  changeRequest,
  changeRefusal,
  type Operator,
  createOperatorsIf,
  createOperators,
  isOfSecondClient,
  isReadBySession,
  mixUpConcurrent,
  changeSuccess,
} from './operator.ts';
import { shareResponse } from './wallet-contexts.ts';
import { getUser } from '../user-object.ts';
import { listLeaves } from '../../../conformance/responses/user-search.ts';
import {
  pairs,
  type OtpPair,
  findDestination,
  readCode,
  returnsSession,
  isDigits,
} from './otp-pairs.ts';

const { sms, email } = pairs;

type When = (exchange: Exchange, memory: Memory) => boolean;

const getDestination = ({ request }: Exchange, pair: OtpPair, memory: Memory) =>
  findDestination(request, pair, memory) ?? '';

/** Records in the memory what happened to each destination: sends, sign-ins, rejections and user reads. */
function recordExchanges(pair: OtpPair, mutate: Mutate): Mutate {
  return async (exchange, memory) => {
    const destination = getDestination(exchange, pair, memory);
    const response = await mutate(exchange, memory);
    const { operation } = exchange.request;
    if (operation === pair.send && isAccepted(response)) {
      memory.set(`sends ${destination}`, getCount(memory, `sends ${destination}`) + 1);
      memory.set(`read since send ${destination}`, false);
    }
    if (operation === pair.authenticate && isAccepted(response)) {
      memory.set(`signed in ${destination}`, 1);
      const session = findText(parseFields(response), 'sessionJwt');
      memory.set(`${pair.channel} destination of ${session}`, destination);
    }
    if (operation === 'getUser' && isAccepted(response)) {
      const reader = memory.get(`${pair.channel} destination of ${findBearer(exchange.request)}`);
      memory.set(`read since send ${String(reader)}`, true);
    }
    if (operation === pair.authenticate && !isAccepted(response)) {
      memory.set(`rejected ${destination}`, getCount(memory, `rejected ${destination}`) + 1);
      if (readCode(exchange, pair) === undefined) memory.set(`without code ${destination}`, 1);
    }
    return response;
  };
}

function getCount(memory: Memory, name: string): number {
  const count = memory.get(name);
  return typeof count === 'number' ? count : 0;
}

/** Returns how often `event` was counted for the destination of a request. */
function countFor(event: string, exchange: Exchange, pair: OtpPair, memory: Memory): number {
  return getCount(memory, `${event} ${getDestination(exchange, pair, memory)}`);
}

/** Contexts in which any code is accepted. */
const contexts: Readonly<Record<string, (pair: OtpPair) => When>> = {
  'of the second client': () => isOfSecondClient,
  'after a second send': (pair) => (exchange, memory) =>
    countFor('sends', exchange, pair, memory) === 2,
  'of a user who has signed in': (pair) => (exchange, memory) =>
    countFor('signed in', exchange, pair, memory) > 0,
  'after a request without a code': (pair) => (exchange, memory) =>
    countFor('without code', exchange, pair, memory) > 0,
  'after five rejected sign-ins': (pair) => (exchange, memory) =>
    countFor('rejected', exchange, pair, memory) > 4,
  'of a destination that looks like a test destination': (pair) => (exchange, memory) =>
    /^\+1555|@test\./.test(getDestination(exchange, pair, memory)),
};

/** Wrong codes that are accepted for every destination. */
const acceptedValues: Readonly<Record<string, (code: unknown, destination: string) => boolean>> = {
  'of spaces': (code) => typeof code === 'string' && /^ +$/.test(code),
  'of percent signs': (code) => typeof code === 'string' && /^%+$/.test(code),
  'that is true': (code) => code === true,
  'that is the number zero': (code) => code === 0,
  'that is any number': (code) => typeof code === 'number' && code > 0,
  'of ones': (code) => typeof code === 'string' && /^1{4,}$/.test(code),
  'that counts down, such as 654321': (code) =>
    isDigits(code) && '0987654321'.endsWith(String(code)),
  'of nines': (code) => typeof code === 'string' && /^9{4,}$/.test(code),
  'that counts up, such as 123456': (code) =>
    isDigits(code) && '1234567890'.startsWith(String(code)),
};

/** Wrong codes that are accepted for every phone number. */
const acceptedForNumbers: typeof acceptedValues = {
  'that equals the last digits of the number': (code, number) =>
    isDigits(code) && number.endsWith(String(code)),
};

function createWrongCodeOperators(pair: OtpPair): Operator[] {
  const rule = `${pair.clause}.otp.wrong-refused`;
  return [
    ...Object.entries(contexts).map(([name, createCondition]) =>
      createOperator(
        rule,
        'auth bypassed',
        `${pair.authenticate} accepts any code ${name}`,
        recordExchanges(
          pair,
          acceptWhen(
            pair.authenticate,
            (exchange, memory) =>
              isDigits(readCode(exchange, pair)) && createCondition(pair)(exchange, memory),
          ),
        ),
      ),
    ),
    ...Object.entries({
      ...acceptedValues,
      ...(pair.channel === 'sms' && acceptedForNumbers),
    }).map(([name, matches]) =>
      createOperator(
        rule,
        'auth bypassed',
        `${pair.authenticate} accepts a code ${name}`,
        acceptWhen(pair.authenticate, (exchange, memory) => {
          const destination = getDestination(exchange, pair, memory);
          return destination !== '' && matches(readCode(exchange, pair), destination);
        }),
      ),
    ),
    ...createOperators(rule, 'auth bypassed', {
      [`${pair.authenticate} ignores letters in a code`]: changeCode(pair, (code) =>
        typeof code === 'string' ? code.replaceAll(/[a-z]/g, '') : code,
      ),
      [`${pair.authenticate} accepts a list that contains the code`]: changeCode(
        pair,
        (code): unknown => (Array.isArray(code) ? code.at(-1) : code),
      ),
    }),
  ];
}

/** Creates an operator that returns personal information in the rejection of a wrong code. */
function createLeakOperator(pair: OtpPair): Operator {
  const addPerson = changeRefusal(pair.authenticate, (response, exchange, memory) => {
    const person = memory.get(`person ${getDestination(exchange, pair, memory)}`);
    return person === undefined
      ? response
      : withBody(response, { ...parseFields(response), user: person });
  });
  return createOperator(
    `${pair.clause}.otp.wrong-refused`,
    'leak',
    `the rejection of ${pair.authenticate} shows the user's personal information`,
    async (exchange, memory) => {
      const response = await addPerson(exchange, memory);
      if (exchange.request.operation === 'getUser' && isAccepted(response)) {
        const person = getPersonalInformation(parseFields(response), exchange.traits);
        // Stored under each value, because a rejection finds the person by phone number or email address.
        for (const { value } of listLeaves(person)) memory.set(`person ${String(value)}`, person);
      }
      return response;
    },
  );
}

function getPersonalInformation(body: Fields, traits: DeploymentTraits): Fields {
  const user = getUser(body, traits);
  return Object.fromEntries(traits.user.personalInformation.map((name) => [name, user[name]]));
}

function changeCode(pair: OtpPair, changeValue: (code: unknown) => unknown): Mutate {
  return changeRequest(pair.authenticate, (request, exchange) => {
    const code = readCode(exchange, pair);
    if (code === undefined) return null;
    return withFields(request, {
      [exchange.traits.otp[pair.channel].codeField]: changeValue(code),
    });
  });
}

/** Returns the response to the first use of a code when the code is used again. */
function acceptUsedCode(
  pair: OtpPair,
  when: (exchange: Exchange, memory: Memory, sendsAtFirstUse: number) => boolean,
): Mutate {
  return recordExchanges(pair, async (exchange, memory) => {
    if (!isRequestTo(exchange, pair.authenticate)) return exchange.forward();
    const destination = getDestination(exchange, pair, memory);
    const key = `used ${destination} ${String(readCode(exchange, pair))}`;
    const firstUse = memory.get(key) as { response: ProxyResponse; sends: number } | undefined;
    const response = await exchange.forward();
    if (isAccepted(response))
      memory.set(key, { response, sends: getCount(memory, `sends ${destination}`) });
    return firstUse && !isAccepted(response) && when(exchange, memory, firstUse.sends)
      ? firstUse.response
      : response;
  });
}

function createUsedCodeOperators(pair: OtpPair): Operator[] {
  const rule = `${pair.clause}.otp.one-time`;
  return [
    ...createOperators(rule, 'use after invalidation', {
      [`${pair.authenticate} accepts a used code of the second client`]: acceptUsedCode(
        pair,
        isOfSecondClient,
      ),
      [`${pair.authenticate} accepts a used code after another send`]: acceptUsedCode(
        pair,
        (exchange, memory, sendsAtFirstUse) =>
          countFor('sends', exchange, pair, memory) > sendsAtFirstUse,
      ),
      [`${pair.authenticate} accepts a used code after three rejected sign-ins`]: acceptUsedCode(
        pair,
        (exchange, memory) => countFor('rejected', exchange, pair, memory) > 2,
      ),
      [`${pair.authenticate} accepts a used code if two codes were sent before its first use`]:
        acceptUsedCode(pair, (_exchange, _memory, sendsAtFirstUse) => sendsAtFirstUse > 1),
      [`${pair.authenticate} returns the last sign-in if the code is null`]: recordExchanges(
        pair,
        async (exchange, memory) => {
          const destination = getDestination(exchange, pair, memory);
          const response = await exchange.forward();
          if (!isRequestTo(exchange, pair.authenticate) || destination === '') return response;
          if (isAccepted(response)) memory.set(`last sign-in ${destination}`, response);
          const signIn = memory.get(`last sign-in ${destination}`) as ProxyResponse | undefined;
          return readCode(exchange, pair) === null && signIn !== undefined ? signIn : response;
        },
      ),
      [`${pair.authenticate} accepts a replaced code if the newest code and two others were used`]:
        recordExchanges(pair, async (exchange, memory) => {
          const destination = getDestination(exchange, pair, memory);
          const response = await exchange.forward();
          if (!isRequestTo(exchange, pair.authenticate) || destination === '') return response;
          const usedCodes = (memory.get(`used codes ${destination}`) ?? new Set()) as Set<unknown>;
          memory.set(`used codes ${destination}`, usedCodes);
          const code = readCode(exchange, pair);
          if (isAccepted(response)) {
            usedCodes.add(code);
            memory.set(`last sign-in ${destination}`, response);
            memory.set(
              `sends at last sign-in ${destination}`,
              getCount(memory, `sends ${destination}`),
            );
            return response;
          }
          const sendsAtSignIn = getCount(memory, `sends at last sign-in ${destination}`);
          const isNewestUsed = sendsAtSignIn === getCount(memory, `sends ${destination}`);
          // The proxy does not know the replaced codes, so it accepts any unused code.
          const isUnused = isDigits(code) && !usedCodes.has(code);
          const signIn = memory.get(`last sign-in ${destination}`) as ProxyResponse | undefined;
          return isNewestUsed && usedCodes.size > 2 && isUnused && signIn ? signIn : response;
        }),
    }),
    ...createOperators(rule, "other user's data", {
      [`${pair.authenticate} mixes up two users who sign in concurrently`]: mixUpConcurrent(
        `concurrent ${pair.channel}`,
        (exchange) => isRequestTo(exchange, pair.authenticate),
      ),
      [`${pair.authenticate} mixes up two returning users who sign in concurrently`]:
        recordExchanges(
          pair,
          mixUpConcurrent(
            `concurrent returning ${pair.channel}`,
            (exchange, memory) =>
              isRequestTo(exchange, pair.authenticate) &&
              countFor('signed in', exchange, pair, memory) > 0,
          ),
        ),
    }),
    ...createOperators(rule, 'use after invalidation', {
      [`${pair.authenticate} accepts a code twice in concurrent requests`]: shareResponse(
        pair.authenticate,
      ),
    }),
  ];
}

function rejectCodeWhen(pair: OtpPair, when: When): Mutate {
  return recordExchanges(pair, async (exchange, memory) => {
    const isRefused = isRequestTo(exchange, pair.authenticate) && when(exchange, memory);
    return isRefused
      ? createResponse(401, { code: 'otp_wrong', message: 'No.' })
      : exchange.forward();
  });
}

function createValidCodeOperators(pair: OtpPair): Operator[] {
  const rule = `${pair.flow}.flow`;
  return [
    ...createOperators(rule, 'valid request rejected', {
      [`${pair.authenticate} rejects the code of a second send to a new user`]: rejectCodeWhen(
        pair,
        (exchange, memory) =>
          countFor('sends', exchange, pair, memory) === 2 &&
          countFor('signed in', exchange, pair, memory) === 0,
      ),
    }),
    ...createOperatorsIf(
      (traits) => returnsSession(pair)(traits) && isReadBySession(traits),
      rule,
      'valid request rejected',
      {
        [`${pair.authenticate} rejects a code if the user was read after the send`]: rejectCodeWhen(
          pair,
          (exchange, memory) =>
            memory.get(`read since send ${getDestination(exchange, pair, memory)}`) === true,
        ),
      },
    ),
    ...createOperators(rule, 'state not changed', {
      [`${pair.authenticate} with a wrong client secret invalidates the code`]: async (
        exchange,
        memory,
      ) => {
        const { request, traits } = exchange;
        if (!isRequestTo(exchange, pair.authenticate)) return exchange.forward();
        const hasValidSecret = traits.clients.some(
          ({ clientSecret }) => clientSecret === request.headers['service-client-secret'],
        );
        if (!hasValidSecret) memory.set(request.text, 'invalidated');
        return memory.get(request.text) === 'invalidated' && hasValidSecret
          ? createResponse(401, { code: 'otp_wrong', message: 'No.' })
          : exchange.forward();
      },
    }),
  ];
}

/** Signs in the first user for all destinations with the same key. */
function mergeUsers(pair: OtpPair, toKey: (destination: string) => string): Mutate {
  return changeSuccess(pair.authenticate, (response, exchange, memory) => {
    const key = `user ${toKey(getDestination(exchange, pair, memory))}`;
    const firstResponse = memory.get(key) as ProxyResponse | undefined;
    if (firstResponse === undefined) memory.set(key, response);
    return firstResponse ?? response;
  });
}

/** Signs in another user for some spellings of a destination. */
function splitUser(pair: OtpPair, isAffected: (destination: string) => boolean): Mutate {
  return changeSuccess(pair.authenticate, (response, exchange, memory) => {
    const isOtherUser = isAffected(getDestination(exchange, pair, memory));
    return isOtherUser ? withUserId(response, NONEXISTENT_USER_ID) : response;
  });
}

/** Keys by which a deployment may confuse destinations. */
const destinationKeys: Readonly<
  Record<OtpChannel, Record<string, (destination: string) => string>>
> = {
  sms: {
    'with the same last four digits': (destination) => destination.slice(-4),
    'with the same last seven digits': (destination) => destination.slice(-7),
    'that differ in the last digit': (destination) => destination.slice(0, -1),
  },
  email: {
    'that differ in a plus-address': (destination) => destination.replace(/\+[^@]*/, ''),
    'that match as an SQL pattern': (destination) =>
      `${destination.slice(0, 3)}_${destination.slice(4)}`,
    'that differ in dots': (destination) => destination.replaceAll(/\.(?=.*@)/g, ''),
    'with the same local part': (destination) => destination.split('@')[0] ?? '',
    'that differ in the top-level domain': (destination) => destination.replace(/\.\w+$/, ''),
    'with the same mask': (destination) =>
      `${destination.charAt(0)}${destination.slice(destination.indexOf('@'))}`,
  },
};

function createIdentityOperators(pair: OtpPair): Operator[] {
  return [
    ...Object.entries(destinationKeys[pair.channel]).map(([name, toKey]) =>
      createOperator(
        `${pair.flow}.one-user-each`,
        "other user's data",
        `${pair.authenticate} signs in one user for destinations ${name}`,
        mergeUsers(pair, toKey),
        returnsSession(pair),
      ),
    ),
    ...createOperatorsIf(
      (traits) =>
        returnsSession(pair)(traits) && traits.otp[pair.channel].identifiedBy.join() === 'record',
      `${pair.flow}.one-user-each`,
      "other user's data",
      {
        [`${pair.authenticate} prefers a ${pair.destination} to the record`]: async (
          exchange,
          memory,
        ) => {
          if (!isRequestTo(exchange, pair.authenticate)) return exchange.forward();
          const { request } = exchange;
          const fields = parseFields(request);
          const sentDestination = findText(fields, pair.destination);
          const hasBoth = sentDestination !== null && findText(fields, pair.recordId) !== null;
          const response = await exchange.forward(
            hasBoth ? withFields(request, { [pair.destination]: undefined }) : request,
          );
          // Returns the first sign-in with the destination of the request, and ignores the record.
          const destination = sentDestination ?? getDestination(exchange, pair, memory);
          const firstSignIn = memory.get(`first sign-in ${destination}`) as
            ProxyResponse | undefined;
          if (isAccepted(response) && firstSignIn === undefined)
            memory.set(`first sign-in ${destination}`, response);
          return isAccepted(response) ? (firstSignIn ?? response) : response;
        },
      },
    ),
  ];
}

/** Creates operators that change the mask of a record in one context. */
function createMaskOperators(pair: OtpPair): Operator[] {
  const { mask, maskRule, send, authenticate } = pair;
  /** Replaces the mask by the destination, or by another text. */
  const changeMaskWhen = (
    when: (destination: string, exchange: Exchange, memory: Memory) => boolean,
    createMask: (destination: string, memory: Memory) => string = (destination) => destination,
  ) =>
    recordExchanges(
      pair,
      changeSuccess([send, authenticate], (response, exchange, memory) => {
        const fields = parseFields(response);
        if (!(mask in fields)) return response;
        const destination = getDestination(exchange, pair, memory);
        const isChanged = when(destination, exchange, memory);
        const changed = isChanged ? createMask(destination, memory) : fields[mask];
        memory.set('mask', fields[mask]);
        return withBody(response, { ...fields, [mask]: changed });
      }),
    );
  const masks: Record<string, Mutate> = {
    'is unmasked for the second client': changeMaskWhen((_, exchange) =>
      isOfSecondClient(exchange),
    ),
    'is unmasked after the second send': changeMaskWhen(
      (_, exchange, memory) => countFor('sends', exchange, pair, memory) > 1,
    ),
    'is the mask of the previous send': changeMaskWhen(
      (_destination, _exchange, memory) => memory.get('mask') !== undefined,
      (_destination, memory) => String(memory.get('mask')),
    ),
  };
  const masksOfChannel: Record<OtpChannel, Record<string, Mutate>> = {
    sms: {
      'is wrong for a number of another country': changeMaskWhen(
        (number) => !number.startsWith('+1'),
        (number) => `***${number.slice(0, 4)}`,
      ),
    },
    email: {
      'is unmasked if the local part has one letter': changeMaskWhen(
        (address) => address.indexOf('@') === 1,
      ),
      'is unmasked for addresses that begin with a digit': changeMaskWhen((address) =>
        /^\d/.test(address),
      ),
      'is unmasked for long addresses': changeMaskWhen((address) => address.length > 64),
      'hides only one character': changeMaskWhen(
        (address) => address.indexOf('@') > 4,
        (address) => `${address.slice(0, 1)}*${address.slice(2)}`,
      ),
      'is unmasked for addresses with capital letters': changeMaskWhen((address) =>
        /[A-Z]/.test(address),
      ),
      'is unmasked for a plus-address': changeMaskWhen((address) => address.includes('+')),
    },
  };
  return Object.entries({ ...masks, ...masksOfChannel[pair.channel] }).map(([name, mutate]) =>
    createOperator(maskRule, 'leak', `the ${mask} ${name}`, mutate),
  );
}

function createSendOperator(pair: OtpPair): Operator {
  return createOperator(
    '5.1.credentials.wrong-refused',
    'state not changed',
    `${pair.send} rejects a wrong secret and sends a code`,
    async (exchange) => {
      const response = await exchange.forward();
      const client = findClient(exchange);
      if (isRequestTo(exchange, pair.send) && !isAccepted(response) && client !== undefined) {
        const secret = { 'service-client-secret': client.clientSecret };
        await exchange.forward(withHeaders(exchange.request, secret));
      }
      return response;
    },
  );
}

/** Adds the access token to sends that match `when` and have no valid access token. */
export function acceptWithoutToken(when: When): Mutate {
  return recordExchanges(sms, async (exchange, memory) => {
    const { request } = exchange;
    const token = findClient(exchange)?.accessToken;
    if (!isRequestTo(exchange, 'sendSmsOtp') || token === undefined) return exchange.forward();
    const isExempt = findBearer(request) !== token && when(exchange, memory);
    return exchange.forward(isExempt ? withBearer(request, token) : request);
  });
}

export const findAccessToken = (exchange: Exchange) => findClient(exchange)?.accessToken ?? '';
const readAuthorization = ({ request }: Exchange) => request.headers['authorization'] ?? '';

const bearerOperators: readonly Operator[] = [
  ...createOperators('5.2.bearer.consistent', 'auth bypassed', {
    'sendSmsOtp requires no access token for a second send': acceptWithoutToken(
      (exchange, memory) =>
        exchange.request.headers['authorization'] === undefined &&
        memory.destinations.has(getDestination(exchange, sms, memory)),
    ),
    'sendSmsOtp requires no access token for a user who has signed in': acceptWithoutToken(
      (exchange, memory) => countFor('signed in', exchange, sms, memory) > 0,
    ),
    'sendSmsOtp requires no access token for the second client':
      acceptWithoutToken(isOfSecondClient),
    'sendSmsOtp requires no access token for a number of another country': acceptWithoutToken(
      (exchange, memory) => !getDestination(exchange, sms, memory).startsWith('+1'),
    ),
    'sendSmsOtp accepts any credentials of the scheme Basic': acceptWithoutToken((exchange) =>
      readAuthorization(exchange).startsWith('Basic '),
    ),
    'sendSmsOtp accepts the first letters of the access token': acceptWithoutToken((exchange) => {
      const token = findBearer(exchange.request) ?? '';
      return token.length > 2 && findAccessToken(exchange).startsWith(token);
    }),
    'sendSmsOtp accepts the access token with a suffix': acceptWithoutToken(
      (exchange) =>
        findAccessToken(exchange) !== '' &&
        (findBearer(exchange.request) ?? '').startsWith(findAccessToken(exchange)),
    ),
    'sendSmsOtp accepts any token of the right length as access token': acceptWithoutToken(
      (exchange) => findAccessToken(exchange).length === findBearer(exchange.request)?.length,
    ),
    'sendSmsOtp accepts the client secret as access token': acceptWithoutToken((exchange) =>
      exchange.traits.clients.some(
        ({ clientSecret }) => findBearer(exchange.request) === clientSecret,
      ),
    ),
    'sendSmsOtp accepts the client id as access token': acceptWithoutToken(
      (exchange) => findBearer(exchange.request) === readClientId(exchange.request),
    ),
    'sendSmsOtp accepts an empty bearer token as access token': acceptWithoutToken((exchange) =>
      /^Bearer *$/.test(readAuthorization(exchange)),
    ),
  }),
];

const letterCases: readonly Operator[] = [
  ...createOperatorsIf(returnsSession(email), '5.5.email.letter-case', "other user's data", {
    'authenticateEmailOtp distinguishes the letter case of the domain': splitUser(
      email,
      (destination) => /@.*[A-Z]/.test(destination),
    ),
    'authenticateEmailOtp distinguishes the letter case of the local part': splitUser(
      email,
      (destination) => /[A-Z].*@/.test(destination),
    ),
  }),
];

export const otpContexts: readonly Operator[] = [
  ...[sms, email].flatMap((pair) => [
    ...createWrongCodeOperators(pair),
    createLeakOperator(pair),
    ...createUsedCodeOperators(pair),
    ...createValidCodeOperators(pair),
    ...createIdentityOperators(pair),
    ...createMaskOperators(pair),
    createSendOperator(pair),
  ]),
  ...bearerOperators,
  ...letterCases,
];
