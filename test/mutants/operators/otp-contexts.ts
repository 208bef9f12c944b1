/**
 * §2.5 – §2.6, §4.4 – §4.7, §5.2 – §5.5: rules of one-time passwords that are violated in one context only.
 */
import type { OtpChannel } from '../../../src/dialect/dialect.ts';
import {
  createResponse,
  findBearer,
  OTHER_USER_ID,
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
import type { Naming } from '../naming.ts';
import {
  acceptWhen,
  isRequestTo,
  createOperator,
  changeRequest,
  changeRefusal,
  type Operator,
  breakRuleIf,
  breakRule,
  isOfSecondClient,
  isReadBySession,
  mixUpConcurrent,
  changeSuccess,
} from './operator.ts';
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

/** Records in the memory what happened to each destination: sends, sign-ins, wrong codes and user reads. */
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
      memory.set(`known ${destination}`, 1);
      const session = findText(parseFields(response), 'sessionJwt');
      memory.set(`${pair.channel} destination of ${session}`, destination);
    }
    if (operation === 'getUser' && isAccepted(response)) {
      const reader = memory.get(`${pair.channel} destination of ${findBearer(exchange.request)}`);
      memory.set(`read since send ${String(reader)}`, true);
    }
    if (operation === pair.authenticate && !isAccepted(response)) {
      memory.set(`wrong ${destination}`, getCount(memory, `wrong ${destination}`) + 1);
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
  'after a second send': (pair) => (e, m) => countFor('sends', e, pair, m) === 2,
  'of a known user': (pair) => (e, m) => countFor('known', e, pair, m) > 0,
  'after a request without a code': (pair) => (e, m) => countFor('without code', e, pair, m) > 0,
  'after five wrong codes': (pair) => (e, m) => countFor('wrong', e, pair, m) > 4,
  'of a test destination': (pair) => (e, m) => /^\+1555|@test\./.test(getDestination(e, pair, m)),
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
    ...breakRule(rule, 'auth bypassed', {
      [`${pair.authenticate} drops letters of a code`]: changeCode(pair, (code) =>
        typeof code === 'string' ? code.replaceAll(/[a-z]/g, '') : code,
      ),
      [`${pair.authenticate} accepts a list with the code in it`]: changeCode(
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
        const person = getPersonalInformation(parseFields(response), exchange.naming);
        // Under each value, so that it is found by phone number and by email address.
        for (const { value } of listLeaves(person)) memory.set(`person ${String(value)}`, person);
      }
      return response;
    },
  );
}

function getPersonalInformation(body: Fields, naming: Naming): Fields {
  const user = getUser(body, naming);
  return Object.fromEntries(naming.user.personalInformation.map((name) => [name, user[name]]));
}

function changeCode(pair: OtpPair, changeValue: (code: unknown) => unknown): Mutate {
  return changeRequest(pair.authenticate, (request, exchange) => {
    const code = readCode(exchange, pair);
    if (code === undefined) return null;
    return withFields(request, {
      [exchange.naming.otp[pair.channel].codeField]: changeValue(code),
    });
  });
}

/** Returns the response to the first use of a code when it is used again. */
function acceptUsedCode(
  pair: OtpPair,
  when: (exchange: Exchange, memory: Memory, sendsAtFirstUse: number) => boolean,
): Mutate {
  return recordExchanges(pair, async (exchange, memory) => {
    if (!isRequestTo(exchange, pair.authenticate)) return exchange.forward();
    const destination = getDestination(exchange, pair, memory);
    const name = `used ${destination} ${String(readCode(exchange, pair))}`;
    const firstUse = memory.get(name) as { response: ProxyResponse; sends: number } | undefined;
    const response = await exchange.forward();
    if (isAccepted(response))
      memory.set(name, { response, sends: getCount(memory, `sends ${destination}`) });
    return firstUse && !isAccepted(response) && when(exchange, memory, firstUse.sends)
      ? firstUse.response
      : response;
  });
}

function createUsedCodeOperators(pair: OtpPair): Operator[] {
  const rule = `${pair.clause}.otp.one-time`;
  return [
    ...breakRule(rule, 'use after invalidation', {
      [`${pair.authenticate} accepts a used code of the second client`]: acceptUsedCode(
        pair,
        isOfSecondClient,
      ),
      [`${pair.authenticate} accepts a used code after another send`]: acceptUsedCode(
        pair,
        (e, m, sends) => countFor('sends', e, pair, m) > sends,
      ),
      [`${pair.authenticate} accepts a used code after a failed request`]: acceptUsedCode(
        pair,
        (e, m) => countFor('wrong', e, pair, m) > 2,
      ),
      [`${pair.authenticate} accepts a used code of a returning user`]: acceptUsedCode(
        pair,
        (e, m, sends) => sends > 1,
      ),
      [`${pair.authenticate} repeats the last sign-in for null as code`]: recordExchanges(
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
      [`${pair.authenticate} accepts a replaced code after the newer one and two others are used`]:
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
          const isReplaced = isDigits(code) && !usedCodes.has(code);
          const signIn = memory.get(`last sign-in ${destination}`) as ProxyResponse | undefined;
          // The bug shows only after several sign-ins with one destination.
          return isNewestUsed && usedCodes.size > 2 && isReplaced && signIn ? signIn : response;
        }),
    }),
    ...breakRule(rule, "other user's data", {
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
              countFor('known', exchange, pair, memory) > 0,
          ),
        ),
    }),
    ...breakRule(rule, 'use after invalidation', {
      [`${pair.authenticate} accepts a used code while it is being used`]: async (
        exchange,
        memory,
      ) => {
        if (!isRequestTo(exchange, pair.authenticate)) return exchange.forward();
        const { text } = exchange.request;
        const pending = memory.get(text) as Promise<ProxyResponse> | undefined;
        const response = pending ?? exchange.forward();
        memory.set(text, response);
        try {
          return await response;
        } finally {
          memory.set(text, undefined);
        }
      },
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

function createNextCodeOperators(pair: OtpPair): Operator[] {
  const rule = `${pair.flow}.flow`;
  return [
    ...breakRule(rule, 'valid request rejected', {
      [`${pair.authenticate} rejects the code of a second send`]: rejectCodeWhen(
        pair,
        (e, m) => countFor('sends', e, pair, m) === 2 && countFor('known', e, pair, m) === 0,
      ),
    }),
    ...breakRuleIf(
      (naming) => returnsSession(pair)(naming) && isReadBySession(naming),
      rule,
      'valid request rejected',
      {
        [`${pair.authenticate} rejects a code if its user was read after it was sent`]:
          rejectCodeWhen(
            pair,
            (exchange, memory) =>
              memory.get(`read since send ${getDestination(exchange, pair, memory)}`) === true,
          ),
      },
    ),
    ...breakRule(rule, 'state not changed', {
      [`${pair.authenticate} uses up a code for an unknown client`]: async (exchange, memory) => {
        const { request, naming } = exchange;
        if (!isRequestTo(exchange, pair.authenticate)) return exchange.forward();
        const isClient = naming.clients.some(
          ({ clientSecret }) => clientSecret === request.headers['service-client-secret'],
        );
        if (!isClient) memory.set(request.text, 'used up');
        return memory.get(request.text) === 'used up' && isClient
          ? createResponse(401, { code: 'otp_wrong', message: 'No.' })
          : exchange.forward();
      },
    }),
  ];
}

/** Signs in one user, the first, for all destinations with the same key. */
function mergeUsers(pair: OtpPair, toKey: (destination: string) => string): Mutate {
  return changeSuccess(pair.authenticate, (response, exchange, memory) => {
    const key = `user ${toKey(getDestination(exchange, pair, memory))}`;
    const first = memory.get(key) as ProxyResponse | undefined;
    if (first === undefined) memory.set(key, response);
    return first ?? response;
  });
}

/** Signs in another user for some spellings of a destination. */
function splitUser(pair: OtpPair, isOther: (destination: string) => boolean): Mutate {
  return changeSuccess(pair.authenticate, (response, exchange, memory) => {
    const isOtherUser = isOther(getDestination(exchange, pair, memory));
    return isOtherUser ? withUserId(response, OTHER_USER_ID) : response;
  });
}

/** Keys by which a deployment may confuse destinations. */
const keys: Readonly<Record<OtpChannel, Record<string, (destination: string) => string>>> = {
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
    ...Object.entries(keys[pair.channel]).map(([name, toKey]) =>
      createOperator(
        `${pair.flow}.one-user-each`,
        "other user's data",
        `${pair.authenticate} signs in one user for destinations ${name}`,
        mergeUsers(pair, toKey),
        returnsSession(pair),
      ),
    ),
    ...breakRuleIf(
      (naming) =>
        returnsSession(pair)(naming) && naming.otp[pair.channel].identifiedBy.join() === 'record',
      `${pair.flow}.one-user-each`,
      "other user's data",
      {
        [`${pair.authenticate} obeys a ${pair.destination} in addition to the record`]: async (
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
          // Returns the first sign-in with the destination of the request, whatever its record says.
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
  const changeMaskWhen = (
    when: When,
    createMask: (destination: string, memory: Memory) => string,
  ) =>
    recordExchanges(
      pair,
      changeSuccess([send, authenticate], (response, exchange, memory) => {
        const fields = parseFields(response);
        if (!(mask in fields)) return response;
        const destination = getDestination(exchange, pair, memory);
        const changed = when(exchange, memory) ? createMask(destination, memory) : fields[mask];
        memory.set('mask', fields[mask]);
        return withBody(response, { ...fields, [mask]: changed });
      }),
    );
  const keepUnmasked = (destination: string) => destination;
  const masks: Record<string, Mutate> = {
    'is unmasked for the second client': changeMaskWhen(isOfSecondClient, keepUnmasked),
    'is unmasked after the second send': changeMaskWhen(
      (e, m) => countFor('sends', e, pair, m) > 1,
      keepUnmasked,
    ),
    'is that of the send before': changeMaskWhen(
      (_e, m) => m.get('mask') !== undefined,
      (_destination, m) => String(m.get('mask')),
    ),
  };
  const masksOfChannel: Record<OtpChannel, Record<string, Mutate>> = {
    sms: {
      'is wrong in another country': changeMaskWhen(
        (e, m) => !getDestination(e, pair, m).startsWith('+1'),
        (destination) => `***${destination.slice(0, 4)}`,
      ),
    },
    email: {
      'is unmasked for one letter': changeMaskWhen(
        (e, m) => getDestination(e, pair, m).indexOf('@') === 1,
        keepUnmasked,
      ),
      'is unmasked for addresses that begin with a digit': changeMaskWhen(
        (e, m) => /^\d/.test(getDestination(e, pair, m)),
        keepUnmasked,
      ),
      'is unmasked for long addresses': changeMaskWhen(
        (e, m) => getDestination(e, pair, m).length > 64,
        keepUnmasked,
      ),
      'hides one character': changeMaskWhen(
        (e, m) => getDestination(e, pair, m).indexOf('@') > 4,
        (destination) => `${destination.slice(0, 1)}*${destination.slice(2)}`,
      ),
      'is unmasked in upper case': changeMaskWhen(
        (e, m) => /[A-Z]/.test(getDestination(e, pair, m)),
        keepUnmasked,
      ),
      'is unmasked for a plus-address': changeMaskWhen(
        (e, m) => getDestination(e, pair, m).includes('+'),
        keepUnmasked,
      ),
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

/** Treats a send without the token as if it had the token. */
function acceptWithoutToken(when: When): Mutate {
  return recordExchanges(sms, async (exchange, memory) => {
    const { request } = exchange;
    const token = findClient(exchange)?.accessToken;
    if (!isRequestTo(exchange, 'sendSmsOtp') || token === undefined) return exchange.forward();
    const isExempt = findBearer(request) !== token && when(exchange, memory);
    return exchange.forward(isExempt ? withBearer(request, token) : request);
  });
}

const findAccessToken = (exchange: Exchange) => findClient(exchange)?.accessToken ?? '';
const readAuthorization = ({ request }: Exchange) => request.headers['authorization'] ?? '';

const bearerOperators: readonly Operator[] = [
  ...breakRule('5.2.bearer.consistent', 'auth bypassed', {
    'sendSmsOtp requires no access token for a second send': acceptWithoutToken(
      (e, m) =>
        e.request.headers['authorization'] === undefined &&
        m.destinations.has(getDestination(e, sms, m)),
    ),
    'sendSmsOtp requires no access token for a known user': acceptWithoutToken(
      (e, m) => countFor('known', e, sms, m) > 0,
    ),
    'sendSmsOtp requires no access token for the second client':
      acceptWithoutToken(isOfSecondClient),
    'sendSmsOtp requires no access token in another country': acceptWithoutToken(
      (e, m) => !getDestination(e, sms, m).startsWith('+1'),
    ),
    'sendSmsOtp accepts any credentials of the scheme Basic': acceptWithoutToken((e) =>
      readAuthorization(e).startsWith('Basic '),
    ),
    'sendSmsOtp accepts the first letters of the access token': acceptWithoutToken((e) => {
      const token = findBearer(e.request) ?? '';
      return token.length > 2 && findAccessToken(e).startsWith(token);
    }),
    'sendSmsOtp accepts the access token with a suffix': acceptWithoutToken(
      (e) =>
        findAccessToken(e) !== '' && (findBearer(e.request) ?? '').startsWith(findAccessToken(e)),
    ),
    'sendSmsOtp accepts any token of the right length as access token': acceptWithoutToken(
      (e) => findAccessToken(e).length === findBearer(e.request)?.length,
    ),
    'sendSmsOtp accepts the client secret as access token': acceptWithoutToken((e) =>
      e.naming.clients.some(({ clientSecret }) => findBearer(e.request) === clientSecret),
    ),
    'sendSmsOtp accepts the client id as access token': acceptWithoutToken(
      (e) => findBearer(e.request) === readClientId(e.request),
    ),
    'sendSmsOtp accepts an empty bearer token as access token': acceptWithoutToken((e) =>
      /^Bearer *$/.test(readAuthorization(e)),
    ),
  }),
];

const letterCases: readonly Operator[] = [
  ...breakRuleIf(returnsSession(email), '5.5.email.letter-case', "other user's data", {
    'authenticateEmailOtp distinguishes the case of the domain': splitUser(email, (destination) =>
      /@.*[A-Z]/.test(destination),
    ),
    'authenticateEmailOtp distinguishes the case of the local part': splitUser(
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
    ...createNextCodeOperators(pair),
    ...createIdentityOperators(pair),
    ...createMaskOperators(pair),
    createSendOperator(pair),
  ]),
  ...bearerOperators,
  ...letterCases,
];
