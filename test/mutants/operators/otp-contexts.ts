/** §2.5 – §2.6, §4.4 – §4.7, §5.2 – §5.5: rules of one-time passwords that are broken in one situation only. */
import type { OtpChannel } from '../../../src/dialect/dialect.ts';
import {
  createResponse,
  findBearer,
  toFields,
  parseFields,
  isAccepted,
  findText,
  withBody,
  withFields,
  withHeaders,
  type ProxyResponse,
  type Exchange,
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
  changeSuccess,
} from './operator.ts';
import { pairs, type OtpPair, findDestination, readCode, isDigits } from './otp-pairs.ts';

const { sms, email } = pairs;

type When = (exchange: Exchange, memory: Memory) => boolean;

const findOwner = ({ request }: Exchange, pair: OtpPair, memory: Memory) =>
  findDestination(request, pair, memory) ?? '';

/** Counts exchanges by the names that conditions use. */
function recordExchanges(pair: OtpPair, mutate: Mutate): Mutate {
  return async (exchange, memory) => {
    const to = findOwner(exchange, pair, memory);
    const response = await mutate(exchange, memory);
    const { operation } = exchange.request;
    const accepted = isAccepted(response);
    if (operation === pair.send && accepted)
      memory.set(`sends ${to}`, getCount(memory, `sends ${to}`) + 1);
    if (operation === pair.authenticate && accepted) memory.set(`known ${to}`, 1);
    if (operation === pair.authenticate && !accepted) {
      memory.set(`wrong ${to}`, getCount(memory, `wrong ${to}`) + 1);
      if (readCode(exchange, pair) === undefined) memory.set(`failed ${to}`, 1);
    }
    return response;
  };
}

function getCount(memory: Memory, name: string): number {
  const kept = memory.get(name);
  return typeof kept === 'number' ? kept : 0;
}

/** Returns how often `event` was counted for the destination of a request. */
function countFor(event: string, exchange: Exchange, pair: OtpPair, memory: Memory): number {
  return getCount(memory, `${event} ${findOwner(exchange, pair, memory)}`);
}

/** Situations in which any code is accepted. */
const situations: readonly (readonly [string, (pair: OtpPair) => When])[] = [
  ['of the second client', () => isOfSecondClient],
  ['after a second send', (pair) => (e, m) => countFor('sends', e, pair, m) === 2],
  ['of a known user', (pair) => (e, m) => countFor('known', e, pair, m) > 0],
  ['after a request without a code', (pair) => (e, m) => countFor('failed', e, pair, m) > 0],
  ['after five wrong codes', (pair) => (e, m) => countFor('wrong', e, pair, m) > 4],
  ['of a test destination', (pair) => (e, m) => /^\+1555|@test\./.test(findOwner(e, pair, m))],
];

/** Values that are accepted for any code. */
const values: readonly (readonly [string, (code: unknown, to: string) => boolean])[] = [
  ['of spaces', (code) => typeof code === 'string' && /^ +$/.test(code)],
  ['of percent signs', (code) => typeof code === 'string' && /^%+$/.test(code)],
  ['that is true', (code) => code === true],
  ['that is the number zero', (code) => code === 0],
  ['that is any number', (code) => typeof code === 'number' && code > 0],
  ['of ones', (code) => typeof code === 'string' && /^1{4,}$/.test(code)],
  ['123456', (code) => isDigits(code) && '1234567890'.startsWith(String(code))],
  [
    'that equals the last digits of the number',
    (code, to) => isDigits(code) && to.startsWith('+') && to.endsWith(String(code)),
  ],
];

function createWrongCodeOperators(pair: OtpPair): Operator[] {
  const rule = `${pair.clause}.otp.wrong-refused`;
  return [
    ...situations.map(([name, when]) =>
      createOperator(
        rule,
        'auth bypassed',
        `${pair.authenticate} accepts any code ${name}`,
        recordExchanges(
          pair,
          acceptWhen(pair.authenticate, (exchange, memory) => {
            return isDigits(readCode(exchange, pair)) && when(pair)(exchange, memory);
          }),
        ),
      ),
    ),
    ...values
      .filter(
        ([name]) => pair.channel === 'sms' || name !== 'that equals the last digits of the number',
      )
      .map(([name, matches]) =>
        createOperator(
          rule,
          'auth bypassed',
          `${pair.authenticate} accepts a code ${name}`,
          acceptWhen(pair.authenticate, (exchange, memory) => {
            const to = findOwner(exchange, pair, memory);
            return to !== '' && matches(readCode(exchange, pair), to);
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
  const refuse = changeRefusal(pair.authenticate, (response, exchange, memory) => {
    const person = memory.get(`person ${findOwner(exchange, pair, memory)}`);
    return person === undefined
      ? response
      : withBody(response, { ...parseFields(response), user: person });
  });
  return createOperator(
    `${pair.clause}.otp.wrong-refused`,
    'leak',
    `the rejection of ${pair.authenticate} shows the user's personal information`,
    async (exchange, memory) => {
      const response = await refuse(exchange, memory);
      if (exchange.request.operation === 'getUser' && isAccepted(response)) {
        for (const name of exchange.naming.user.personalInformation) {
          const person = parseFields(response)[name];
          for (const value of Object.values(toFields(person)))
            memory.set(`person ${String(value)}`, person);
        }
      }
      return response;
    },
  );
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

/** Returns the response to the first use of a code when any client repeats it. */
function acceptUsedCode(
  pair: OtpPair,
  when: (exchange: Exchange, memory: Memory, since: number) => boolean,
): Mutate {
  return recordExchanges(pair, async (exchange, memory) => {
    if (!isRequestTo(exchange, pair.authenticate)) return exchange.forward();
    const to = findOwner(exchange, pair, memory);
    const name = `used ${to} ${String(readCode(exchange, pair))}`;
    const firstUse = memory.get(name) as { response: ProxyResponse; sends: number } | undefined;
    const response = await exchange.forward();
    if (isAccepted(response))
      memory.set(name, { response, sends: getCount(memory, `sends ${to}`) });
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
      [`${pair.authenticate} accepts a used code with null as code`]: recordExchanges(
        pair,
        async (exchange, memory) => {
          const to = findOwner(exchange, pair, memory);
          const response = await exchange.forward();
          if (!isRequestTo(exchange, pair.authenticate) || to === '') return response;
          if (isAccepted(response)) memory.set(`in ${to}`, response);
          const before = memory.get(`in ${to}`) as ProxyResponse | undefined;
          return readCode(exchange, pair) === null && before !== undefined ? before : response;
        },
      ),
      [`${pair.authenticate} accepts a replaced code after the newer one is used`]: recordExchanges(
        pair,
        async (exchange, memory) => {
          const to = findOwner(exchange, pair, memory);
          const response = await exchange.forward();
          if (!isRequestTo(exchange, pair.authenticate) || to === '') return response;
          const used = (memory.get(`used in ${to}`) ?? new Set()) as Set<unknown>;
          memory.set(`used in ${to}`, used);
          const code = readCode(exchange, pair);
          if (isAccepted(response)) {
            used.add(code);
            memory.set(`in ${to}`, response);
            memory.set(`sends at ${to}`, getCount(memory, `sends ${to}`));
            return response;
          }
          // The code of the newest send is used, and this one never was.
          const isLate = getCount(memory, `sends at ${to}`) === getCount(memory, `sends ${to}`);
          const before = memory.get(`in ${to}`) as ProxyResponse | undefined;
          return isLate && used.size > 2 && isDigits(code) && !used.has(code) && before
            ? before
            : response;
        },
      ),
    }),
    ...breakRule(`${pair.clause}.otp.one-time`, "other user's data", {
      [`${pair.authenticate} mixes up two users who sign in concurrently`]: async (
        exchange,
        memory,
      ) => {
        if (!isRequestTo(exchange, pair.authenticate)) return exchange.forward();
        // Requests that overlap form a group, which ends with pair last request.
        const name = `concurrent ${pair.channel}`;
        const group = (memory.get(name) ?? { pending: 0, responses: [] }) as {
          pending: number;
          responses: Promise<ProxyResponse>[];
        };
        memory.set(name, group);
        group.pending += 1;
        group.responses.push(exchange.forward());
        const before = [...group.responses];
        const responses = await Promise.all(before);
        // Two requests overlap, however fast the deployment is.
        await new Promise((resolve) => setTimeout(resolve, 60));
        group.pending -= 1;
        if (group.pending === 0) memory.set(name, undefined);
        const last = responses.at(-1)!;
        return isAccepted(last) ? responses.find(isAccepted)! : last;
      },
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
    ...breakRule(rule, 'state not changed', {
      [`${pair.authenticate} uses up a code for an unknown client`]: async (exchange, memory) => {
        const { request, naming } = exchange;
        if (!isRequestTo(exchange, pair.authenticate)) return exchange.forward();
        const isClient = naming.clients.some(
          ({ clientSecret }) => clientSecret === request.headers['service-client-secret'],
        );
        if (!isClient) memory.set(request.text, 1);
        return getCount(memory, request.text) > 0 && isClient
          ? createResponse(401, { code: 'otp_wrong', message: 'No.' })
          : exchange.forward();
      },
    }),
  ];
}

/** Signs in the first user of all destinations with the same key. */
function mergeUsers(pair: OtpPair, toKey: (to: string) => string): Mutate {
  return changeSuccess(pair.authenticate, (response, exchange, memory) => {
    const key = `user ${toKey(findOwner(exchange, pair, memory))}`;
    const first = memory.get(key) as ProxyResponse | undefined;
    if (first === undefined) memory.set(key, response);
    return first ?? response;
  });
}

/** Signs in another user if the destination is written in a certain way. */
function splitUser(pair: OtpPair, isOther: (to: string) => boolean): Mutate {
  return changeSuccess(pair.authenticate, (response, exchange, memory) => {
    if (!isOther(findOwner(exchange, pair, memory))) return response;
    const fields = parseFields(response);
    const id = '2f1c9d5e-6c1b-4b0e-9d0a-5f3f0f6a7b11';
    return withBody(response, { ...fields, userMask: { ...toFields(fields['userMask']), id } });
  });
}

/** Keys by which a deployment may confuse destinations. */
const keys: Readonly<Record<OtpChannel, Record<string, (to: string) => string>>> = {
  sms: {
    'with the same last four digits': (to) => to.slice(-4),
    'with the same last seven digits': (to) => to.slice(-7),
  },
  email: {
    'that differ in a plus-address': (to) => to.replace(/\+[^@]*/, ''),
    'that differ in dots': (to) => to.replaceAll(/\.(?=.*@)/g, ''),
    'with the same local part': (to) => to.split('@')[0] ?? '',
    'with the same mask': (to) => `${to.charAt(0)}${to.slice(to.indexOf('@'))}`,
  },
};

function createIdentityOperators(pair: OtpPair): Operator[] {
  const returnsUser = (naming: Naming) => naming.otp[pair.channel].authenticateReturnsSession;
  return [
    ...Object.entries(keys[pair.channel]).map(([name, toKey]) =>
      createOperator(
        `${pair.flow}.one-user-each`,
        "other user's data",
        `${pair.authenticate} signs in one user for destinations ${name}`,
        mergeUsers(pair, toKey),
        returnsUser,
      ),
    ),
    ...breakRuleIf(
      (naming) => returnsUser(naming) && naming.otp[pair.channel].names.join() === 'record',
      `${pair.flow}.one-user-each`,
      "other user's data",
      {
        [`${pair.authenticate} obeys a ${pair.destination} in addition to the record`]: async (
          exchange,
          memory,
        ) => {
          const fields = parseFields(exchange.request);
          const named = findText(fields, pair.destination);
          const { [pair.destination]: _, ...rest } = fields;
          const hasBoth = named !== null && findText(fields, pair.recordId) !== null;
          if (!isRequestTo(exchange, pair.authenticate)) return exchange.forward();
          const response = await exchange.forward(
            hasBoth ? { ...exchange.request, text: JSON.stringify(rest) } : exchange.request,
          );
          const to = named ?? findOwner(exchange, pair, memory);
          const owner = memory.get(`owner ${to}`) as ProxyResponse | undefined;
          if (isAccepted(response) && owner === undefined) memory.set(`owner ${to}`, response);
          return isAccepted(response) ? (owner ?? response) : response;
        },
      },
    ),
  ];
}

/** Creates operators that change the mask of a record in one situation. */
function createMaskOperators(pair: OtpPair): Operator[] {
  const { mask, maskRule, send, authenticate } = pair;
  const changeMask = (when: When, write: (to: string, memory: Memory) => string) =>
    recordExchanges(
      pair,
      changeSuccess([send, authenticate], (response, exchange, memory) => {
        const fields = parseFields(response);
        if (!(mask in fields)) return response;
        const to = findOwner(exchange, pair, memory);
        const changed = when(exchange, memory) ? write(to, memory) : fields[mask];
        memory.set('mask', fields[mask]);
        return withBody(response, { ...fields, [mask]: changed });
      }),
    );
  const keepUnmasked = (to: string) => to;
  const masks: Record<string, Mutate> = {
    'is unmasked for the second client': changeMask(isOfSecondClient, keepUnmasked),
    'is unmasked after the second send': changeMask(
      (e, m) => countFor('sends', e, pair, m) > 1,
      keepUnmasked,
    ),
    'is that of the send before': changeMask(
      (_e, m) => m.get('mask') !== undefined,
      (_to, m) => String(m.get('mask')),
    ),
  };
  const masksOfChannel: Record<OtpChannel, Record<string, Mutate>> = {
    sms: {
      'is wrong in another country': changeMask(
        (e, m) => !findOwner(e, pair, m).startsWith('+1'),
        (to) => `***${to.slice(0, 4)}`,
      ),
    },
    email: {
      'is unmasked for one letter': changeMask(
        (e, m) => findOwner(e, pair, m).indexOf('@') === 1,
        keepUnmasked,
      ),
      'is unmasked for long addresses': changeMask(
        (e, m) => findOwner(e, pair, m).length > 64,
        keepUnmasked,
      ),
      'hides one character': changeMask(
        (e, m) => findOwner(e, pair, m).indexOf('@') > 4,
        (to) => `${to.slice(0, 1)}*${to.slice(2)}`,
      ),
      'is unmasked for a plus-address': changeMask(
        (e, m) => findOwner(e, pair, m).includes('+'),
        keepUnmasked,
      ),
    },
  };
  return Object.entries({ ...masks, ...masksOfChannel[pair.channel] }).map(([name, mutate]) =>
    createOperator(maskRule, 'leak', `the ${mask} ${name}`, mutate),
  );
}

function createSendOperators(pair: OtpPair): Operator[] {
  return [
    ...breakRule('5.1.credentials.wrong-refused', 'state not changed', {
      [`${pair.send} sends a code for an unknown client`]: async (exchange) => {
        const { request } = exchange;
        const response = await exchange.forward();
        const client = findClient(exchange);
        if (!isRequestTo(exchange, pair.send) || isAccepted(response) || client === undefined)
          return response;
        await exchange.forward(
          withHeaders(request, { 'service-client-secret': client.clientSecret }),
        );
        return response;
      },
    }),
  ];
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
        m.destinations.has(findOwner(e, sms, m)),
    ),
    'sendSmsOtp requires no access token for a known user': acceptWithoutToken(
      (e, m) => countFor('known', e, sms, m) > 0,
    ),
    'sendSmsOtp requires no access token for the second client':
      acceptWithoutToken(isOfSecondClient),
    'sendSmsOtp requires no access token in another country': acceptWithoutToken(
      (e, m) => !findOwner(e, sms, m).startsWith('+1'),
    ),
    'sendSmsOtp requires no access token with the scheme Basic': acceptWithoutToken((e) =>
      readAuthorization(e).startsWith('Basic '),
    ),
    'sendSmsOtp requires no access token after its first letters': acceptWithoutToken((e) => {
      const token = findBearer(e.request) ?? '';
      return token.length > 2 && findAccessToken(e).startsWith(token);
    }),
    'sendSmsOtp requires no access token before a suffix': acceptWithoutToken(
      (e) =>
        findAccessToken(e) !== '' && (findBearer(e.request) ?? '').startsWith(findAccessToken(e)),
    ),
    'sendSmsOtp requires no access token except of the right length': acceptWithoutToken(
      (e) => findAccessToken(e).length === findBearer(e.request)?.length,
    ),
    'sendSmsOtp requires no access token with the client secret': acceptWithoutToken((e) =>
      e.naming.clients.some(({ clientSecret }) => findBearer(e.request) === clientSecret),
    ),
    'sendSmsOtp requires no access token with the client id': acceptWithoutToken(
      (e) => findBearer(e.request) === readClientId(e.request),
    ),
    'sendSmsOtp requires no access token with an empty bearer token': acceptWithoutToken((e) =>
      /^Bearer *$/.test(readAuthorization(e)),
    ),
  }),
];

const letterCases: readonly Operator[] = [
  ...breakRuleIf(
    ({ otp }) => otp.email.authenticateReturnsSession,
    '5.5.email.flow',
    "other user's data",
    {
      'authenticateEmailOtp distinguishes the case of the domain': splitUser(email, (to) =>
        /@.*[A-Z]/.test(to),
      ),
    },
  ),
  ...breakRuleIf(
    ({ otp }) => otp.email.authenticateReturnsSession,
    '5.5.email.letter-case',
    "other user's data",
    {
      'authenticateEmailOtp distinguishes the case of the local part': splitUser(email, (to) =>
        /[A-Z].*@/.test(to),
      ),
    },
  ),
];

export const otpContexts: readonly Operator[] = [
  ...[sms, email].flatMap((pair) => [
    ...createWrongCodeOperators(pair),
    createLeakOperator(pair),
    ...createUsedCodeOperators(pair),
    ...createNextCodeOperators(pair),
    ...createIdentityOperators(pair),
    ...createMaskOperators(pair),
    ...createSendOperators(pair),
  ]),
  ...bearerOperators,
  ...letterCases,
];
