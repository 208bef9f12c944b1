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
  type ProxyRequest,
  type Exchange,
} from '../exchange.ts';
import type { Memory } from '../memory.ts';
import type { Mutate } from '../mutate.ts';
import type { Naming } from '../naming.ts';
import {
  replayLastAccepted,
  matchesOperation,
  createOperator,
  changeRequest,
  changeRejectedResponse,
  type Operator,
} from './operator.ts';

const channels = {
  sms: {
    channel: 'sms',
    send: 'sendSmsOtp',
    authenticate: 'authenticateSmsOtp',
    destination: 'phoneNumber',
    recordId: 'phoneId',
    mask: 'phoneMask',
    maskRule: '2.5.phoneMask.last-four',
    sendClause: '4.4',
    clause: '4.5',
    flow: '5.4.sms',
  },
  email: {
    channel: 'email',
    send: 'sendEmailOtp',
    authenticate: 'authenticateEmailOtp',
    destination: 'emailAddress',
    recordId: 'emailId',
    mask: 'emailMask',
    maskRule: '2.6.emailMask.masked',
    sendClause: '4.6',
    clause: '4.7',
    flow: '5.5.email',
  },
} as const satisfies Record<OtpChannel, object>;

type Channel = (typeof channels)[OtpChannel];
type When = (exchange: Exchange, memory: Memory) => boolean;

function findDestination({ request }: Exchange, its: Channel, memory: Memory): string {
  const fields = parseFields(request);
  const record = memory.records.get(findText(fields, its.recordId) ?? '');
  return findText(fields, its.destination) ?? record ?? '';
}

const readClientId = ({ headers }: ProxyRequest) => headers['service-client-id'];
const isSecondClient: When = ({ request, naming }) =>
  readClientId(request) === naming.clients[1]?.clientId;
const readCode = ({ request, naming }: Exchange, its: Channel) =>
  parseFields(request)[naming.otp[its.channel].codeField];
const isDigits = (code: unknown) => typeof code === 'string' && /^\d{4,10}$/.test(code);

/** Counts exchanges by the names that conditions use. */
function recordExchanges(its: Channel, mutate: Mutate): Mutate {
  return async (exchange, memory) => {
    const to = findDestination(exchange, its, memory);
    const response = await mutate(exchange, memory);
    const { operation } = exchange.request;
    const accepted = isAccepted(response);
    if (operation === its.send && accepted)
      memory.set(`sends ${to}`, getCount(memory, `sends ${to}`) + 1);
    if (operation === its.authenticate && accepted) memory.set(`known ${to}`, 1);
    if (operation === its.authenticate && !accepted) {
      memory.set(`wrong ${to}`, getCount(memory, `wrong ${to}`) + 1);
      if (readCode(exchange, its) === undefined) memory.set(`failed ${to}`, 1);
    }
    if (operation === 'authenticateWallet' && accepted) memory.set('wallet', Date.now());
    return response;
  };
}

function getCount(memory: Memory, name: string): number {
  const kept = memory.get(name);
  return typeof kept === 'number' ? kept : 0;
}

/** Situations in which any code is accepted. */
const situations: readonly (readonly [string, (its: Channel) => When])[] = [
  ['of the second client', () => isSecondClient],
  [
    'after a second send',
    (its) => (e, m) => getCount(m, `sends ${findDestination(e, its, m)}`) === 2,
  ],
  ['of a known user', (its) => (e, m) => getCount(m, `known ${findDestination(e, its, m)}`) > 0],
  [
    'after a request without a code',
    (its) => (e, m) => getCount(m, `failed ${findDestination(e, its, m)}`) > 0,
  ],
  [
    'after five wrong codes',
    (its) => (e, m) => getCount(m, `wrong ${findDestination(e, its, m)}`) > 4,
  ],
  ['of a test destination', (its) => (e, m) => /^\+1555|@test\./.test(findDestination(e, its, m))],
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

function createWrongCodeOperators(its: Channel): Operator[] {
  const rule = `${its.clause}.otp.wrong-refused`;
  return [
    ...situations.map(([name, when]) =>
      createOperator(
        rule,
        'auth bypassed',
        `${its.authenticate} accepts any code ${name}`,
        recordExchanges(
          its,
          replayLastAccepted(its.authenticate, (exchange, memory) => {
            return isDigits(readCode(exchange, its)) && when(its)(exchange, memory);
          }),
        ),
      ),
    ),
    ...values
      .filter(
        ([name]) => its.channel === 'sms' || name !== 'that equals the last digits of the number',
      )
      .map(([name, matches]) =>
        createOperator(
          rule,
          'auth bypassed',
          `${its.authenticate} accepts a code ${name}`,
          replayLastAccepted(its.authenticate, (exchange, memory) => {
            const to = findDestination(exchange, its, memory);
            return to !== '' && matches(readCode(exchange, its), to);
          }),
        ),
      ),
    createOperator(
      rule,
      'auth bypassed',
      `${its.authenticate} drops letters of a code`,
      changeCode(its, (code) => (typeof code === 'string' ? code.replaceAll(/[a-z]/g, '') : code)),
    ),
    createOperator(
      rule,
      'auth bypassed',
      `${its.authenticate} accepts a list with the code in it`,
      changeCode(its, (code): unknown => (Array.isArray(code) ? code.at(-1) : code)),
    ),
  ];
}

/** Creates an operator that returns personal information in the rejection of a wrong code. */
function createLeakOperator(its: Channel): Operator {
  const refuse = changeRejectedResponse(its.authenticate, (response, exchange, memory) => {
    const person = memory.get(`person ${findDestination(exchange, its, memory)}`);
    return person === undefined
      ? response
      : withBody(response, { ...parseFields(response), user: person });
  });
  return createOperator(
    `${its.clause}.otp.wrong-refused`,
    'leak',
    `the rejection of ${its.authenticate} shows the user's personal information`,
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

function changeCode(its: Channel, changeValue: (code: unknown) => unknown): Mutate {
  return changeRequest(its.authenticate, (request, exchange) => {
    const code = readCode(exchange, its);
    if (code === undefined) return null;
    return withFields(request, { [exchange.naming.otp[its.channel].codeField]: changeValue(code) });
  });
}

/** Returns the response to the first use of a code when any client repeats it. */
function acceptUsedCode(
  its: Channel,
  when: (exchange: Exchange, memory: Memory, since: number) => boolean,
): Mutate {
  return recordExchanges(its, async (exchange, memory) => {
    if (!matchesOperation(exchange, its.authenticate)) return exchange.forward();
    const to = findDestination(exchange, its, memory);
    const name = `used ${to} ${String(readCode(exchange, its))}`;
    const createUsedCodeOperator = memory.get(name) as
      { response: ProxyResponse; sends: number } | undefined;
    const response = await exchange.forward();
    if (isAccepted(response))
      memory.set(name, { response, sends: getCount(memory, `sends ${to}`) });
    return createUsedCodeOperator &&
      !isAccepted(response) &&
      when(exchange, memory, createUsedCodeOperator.sends)
      ? createUsedCodeOperator.response
      : response;
  });
}

function createUsedCodeOperators(its: Channel): Operator[] {
  const rule = `${its.clause}.otp.one-time`;
  const used = (name: string, mutate: Mutate) =>
    createOperator(
      rule,
      'use after invalidation',
      `${its.authenticate} accepts a used code ${name}`,
      mutate,
    );
  return [
    used('of the second client', acceptUsedCode(its, isSecondClient)),
    used(
      'after another send',
      acceptUsedCode(
        its,
        (e, m, sends) => getCount(m, `sends ${findDestination(e, its, m)}`) > sends,
      ),
    ),
    used(
      'after a failed request',
      acceptUsedCode(its, (e, m) => getCount(m, `wrong ${findDestination(e, its, m)}`) > 2),
    ),
    used(
      'of a returning user',
      acceptUsedCode(its, (e, m, sends) => sends > 1),
    ),
    used(
      'with null as code',
      recordExchanges(its, async (exchange, memory) => {
        const to = findDestination(exchange, its, memory);
        const response = await exchange.forward();
        if (!matchesOperation(exchange, its.authenticate) || to === '') return response;
        if (isAccepted(response)) memory.set(`in ${to}`, response);
        const before = memory.get(`in ${to}`) as ProxyResponse | undefined;
        return readCode(exchange, its) === null && before !== undefined ? before : response;
      }),
    ),
    createOperator(
      rule,
      'use after invalidation',
      `${its.authenticate} accepts a replaced code after the newer one is used`,
      recordExchanges(its, async (exchange, memory) => {
        const to = findDestination(exchange, its, memory);
        const response = await exchange.forward();
        if (!matchesOperation(exchange, its.authenticate) || to === '') return response;
        const used = (memory.get(`used in ${to}`) ?? new Set()) as Set<unknown>;
        memory.set(`used in ${to}`, used);
        const code = readCode(exchange, its);
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
      }),
    ),
    createOperator(
      `${its.clause}.otp.one-time`,
      "other user's data",
      `${its.authenticate} mixes up two users who sign in concurrently`,
      async (exchange, memory) => {
        if (!matchesOperation(exchange, its.authenticate)) return exchange.forward();
        // Requests that overlap form a group, which ends with its last request.
        const name = `concurrent ${its.channel}`;
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
        const own = responses.at(-1)!;
        return isAccepted(own) ? responses.find(isAccepted)! : own;
      },
    ),
    used('while it is being used', async (exchange, memory) => {
      if (!matchesOperation(exchange, its.authenticate)) return exchange.forward();
      const { text } = exchange.request;
      const pending = memory.get(text) as Promise<ProxyResponse> | undefined;
      const response = pending ?? exchange.forward();
      memory.set(text, response);
      try {
        return await response;
      } finally {
        memory.set(text, undefined);
      }
    }),
  ];
}

function rejectCodeWhen(its: Channel, when: When): Mutate {
  return recordExchanges(its, async (exchange, memory) => {
    const isRefused = matchesOperation(exchange, its.authenticate) && when(exchange, memory);
    return isRefused
      ? createResponse(401, { code: 'otp_wrong', message: 'No.' })
      : exchange.forward();
  });
}

function createNextCodeOperators(its: Channel): Operator[] {
  const rule = `${its.flow}.flow`;
  const to = (e: Exchange, m: Memory) => findDestination(e, its, m);
  return [
    createOperator(
      rule,
      'valid request rejected',
      `${its.authenticate} rejects the code of a second send`,
      rejectCodeWhen(
        its,
        (e, m) => getCount(m, `sends ${to(e, m)}`) === 2 && getCount(m, `known ${to(e, m)}`) === 0,
      ),
    ),
    createOperator(
      rule,
      'state not changed',
      `${its.authenticate} uses up a code for an unknown client`,
      async (exchange, memory) => {
        const { request, naming } = exchange;
        if (!matchesOperation(exchange, its.authenticate)) return exchange.forward();
        const isClient = naming.clients.some(
          ({ clientSecret }) => clientSecret === request.headers['service-client-secret'],
        );
        if (!isClient) memory.set(request.text, 1);
        return getCount(memory, request.text) > 0 && isClient
          ? createResponse(401, { code: 'otp_wrong', message: 'No.' })
          : exchange.forward();
      },
    ),
  ];
}

/** Signs in the first user of all destinations with the same key. */
function mergeUsers(its: Channel, toKey: (to: string) => string): Mutate {
  return async (exchange, memory) => {
    const response = await exchange.forward();
    if (!matchesOperation(exchange, its.authenticate) || !isAccepted(response)) return response;
    const key = `user ${toKey(findDestination(exchange, its, memory))}`;
    const first = memory.get(key) as ProxyResponse | undefined;
    if (first === undefined) memory.set(key, response);
    return first ?? response;
  };
}

/** Signs in another user if the destination is written in a certain way. */
function splitUser(its: Channel, isOther: (to: string) => boolean): Mutate {
  return async (exchange, memory) => {
    const response = await exchange.forward();
    if (!matchesOperation(exchange, its.authenticate) || !isAccepted(response)) return response;
    if (!isOther(findDestination(exchange, its, memory))) return response;
    const fields = parseFields(response);
    const userMask = {
      ...toFields(fields['userMask']),
      id: '2f1c9d5e-6c1b-4b0e-9d0a-5f3f0f6a7b11',
    };
    return withBody(response, { ...fields, userMask });
  };
}

const keys: Readonly<Record<OtpChannel, readonly (readonly [string, (to: string) => string])[]>> = {
  sms: [
    ['with the same last four digits', (to) => to.slice(-4)],
    ['with the same last seven digits', (to) => to.slice(-7)],
  ],
  email: [
    ['that differ in a plus-address', (to) => to.replace(/\+[^@]*/, '')],
    ['that differ in dots', (to) => to.replaceAll(/\.(?=.*@)/g, '')],
    ['with the same local part', (to) => to.split('@')[0] ?? ''],
    ['with the same mask', (to) => `${to.charAt(0)}${to.slice(to.indexOf('@'))}`],
  ],
};

function createIdentityOperators(its: Channel): Operator[] {
  const returnsUser = (naming: Naming) => naming.otp[its.channel].authenticateReturnsSession;
  return [
    ...keys[its.channel].map(([name, keyOf]) =>
      createOperator(
        `${its.flow}.one-user-each`,
        "other user's data",
        `${its.authenticate} signs in one user for destinations ${name}`,
        mergeUsers(its, keyOf),
        returnsUser,
      ),
    ),
    createOperator(
      `${its.flow}.one-user-each`,
      "other user's data",
      `${its.authenticate} obeys a ${its.destination} in addition to the record`,
      async (exchange, memory) => {
        const fields = parseFields(exchange.request);
        const named = findText(fields, its.destination);
        const { [its.destination]: _, ...rest } = fields;
        const hasBoth = named !== null && findText(fields, its.recordId) !== null;
        if (!matchesOperation(exchange, its.authenticate)) return exchange.forward();
        const response = await exchange.forward(
          hasBoth ? { ...exchange.request, text: JSON.stringify(rest) } : exchange.request,
        );
        const to = named ?? findDestination(exchange, its, memory);
        const owner = memory.get(`owner ${to}`) as ProxyResponse | undefined;
        if (isAccepted(response) && owner === undefined) memory.set(`owner ${to}`, response);
        return isAccepted(response) ? (owner ?? response) : response;
      },
      (naming) => returnsUser(naming) && naming.otp[its.channel].names.join() === 'record',
    ),
  ];
}

/** Creates operators that change the mask of a record in one situation. */
function createMaskOperators(its: Channel): Operator[] {
  const changeMask = (name: string, when: When, mask: (to: string, memory: Memory) => string) =>
    createOperator(
      its.maskRule,
      'leak',
      `the ${its.mask} ${name}`,
      recordExchanges(its, async (exchange, memory) => {
        const response = await exchange.forward();
        const isRecord =
          matchesOperation(exchange, [its.send, its.authenticate]) && isAccepted(response);
        const fields = parseFields(response);
        if (!isRecord || !(its.mask in fields)) return response;
        const to = findDestination(exchange, its, memory);
        const shown = when(exchange, memory) ? mask(to, memory) : fields[its.mask];
        memory.set('mask', fields[its.mask]);
        return withBody(response, { ...fields, [its.mask]: shown });
      }),
    );
  const keepUnmasked = (to: string) => to;
  const to = (e: Exchange, m: Memory) => findDestination(e, its, m);
  const any = [
    changeMask('is unmasked for the second client', isSecondClient, keepUnmasked),
    changeMask(
      'is unmasked after the second send',
      (e, m) => getCount(m, `sends ${to(e, m)}`) > 1,
      keepUnmasked,
    ),
    changeMask(
      'is that of the send before',
      (_e, m) => m.get('mask') !== undefined,
      (_to, m) => String(m.get('mask')),
    ),
  ];
  return its.channel === 'sms'
    ? [
        ...any,
        changeMask(
          'is wrong in another country',
          (e, m) => !to(e, m).startsWith('+1'),
          (n) => `***${n.slice(0, 4)}`,
        ),
      ]
    : [
        ...any,
        changeMask(
          'is unmasked for one letter',
          (e, m) => to(e, m).indexOf('@') === 1,
          keepUnmasked,
        ),
        changeMask('is unmasked for long addresses', (e, m) => to(e, m).length > 64, keepUnmasked),
        changeMask(
          'hides one character',
          (e, m) => to(e, m).indexOf('@') > 4,
          (n) => `${n.slice(0, 1)}*${n.slice(2)}`,
        ),
        changeMask(
          'is unmasked for a plus-address',
          (e, m) => to(e, m).includes('+'),
          keepUnmasked,
        ),
      ];
}

function createSendOperators(its: Channel): Operator[] {
  return [
    createOperator(
      '5.1.credentials.wrong-refused',
      'state not changed',
      `${its.send} sends a code for an unknown client`,
      async (exchange) => {
        const { request, naming } = exchange;
        const response = await exchange.forward();
        const client = naming.clients.find(({ clientId }) => clientId === readClientId(request));
        if (!matchesOperation(exchange, its.send) || isAccepted(response) || client === undefined)
          return response;
        await exchange.forward(
          withHeaders(request, { 'service-client-secret': client.clientSecret }),
        );
        return response;
      },
    ),
  ];
}

/** Treats a send without the token as if it had the token. */
function createTokenOperator(name: string, when: When): Operator {
  return createOperator(
    '5.2.bearer.consistent',
    'auth bypassed',
    `sendSmsOtp requires no access token ${name}`,
    recordExchanges(channels.sms, async (exchange, memory) => {
      const { request, naming } = exchange;
      const client = naming.clients.find(({ clientId }) => clientId === readClientId(request));
      if (!matchesOperation(exchange, 'sendSmsOtp') || !client) return exchange.forward();
      const isExempt = findBearer(request) !== client.accessToken && when(exchange, memory);
      const response = await exchange.forward(
        isExempt
          ? withHeaders(request, { authorization: `Bearer ${client.accessToken}` })
          : request,
      );
      if (!isAccepted(response)) memory.set('failed send', 1);
      return response;
    }),
  );
}

const { sms } = channels;
const hasNoToken: When = ({ request }) => request.headers['authorization'] === undefined;
const findAccessToken = ({ request, naming }: Exchange) =>
  naming.clients.find(({ clientId }) => clientId === readClientId(request))?.accessToken ?? '';
const readAuthorization = ({ request }: Exchange) => request.headers['authorization'] ?? '';

const bearerOperators: readonly Operator[] = [
  createTokenOperator(
    'for a second send',
    (e, m) => hasNoToken(e, m) && m.destinations.has(findDestination(e, sms, m)),
  ),
  createTokenOperator(
    'for a known user',
    (e, m) => getCount(m, `known ${findDestination(e, sms, m)}`) > 0,
  ),
  createTokenOperator('for the second client', isSecondClient),
  createTokenOperator('in another country', (e, m) => !findDestination(e, sms, m).startsWith('+1')),
  createTokenOperator('with the scheme Basic', (e) => readAuthorization(e).startsWith('Basic ')),
  createTokenOperator('after its first letters', (e) => {
    const shown = findBearer(e.request) ?? '';
    return shown.length > 2 && findAccessToken(e).startsWith(shown);
  }),
  createTokenOperator(
    'before a suffix',
    (e) =>
      findAccessToken(e) !== '' && (findBearer(e.request) ?? '').startsWith(findAccessToken(e)),
  ),
  createTokenOperator(
    'except of the right length',
    (e) => findAccessToken(e).length === findBearer(e.request)?.length,
  ),
  createTokenOperator('with the client secret', (e) =>
    e.naming.clients.some(({ clientSecret }) => findBearer(e.request) === clientSecret),
  ),
  createTokenOperator(
    'with the client id',
    (e) => findBearer(e.request) === readClientId(e.request),
  ),
  createTokenOperator('with an empty bearer token', (e) => /^Bearer *$/.test(readAuthorization(e))),
];

const letterCases: readonly Operator[] = [
  createOperator(
    '5.5.email.flow',
    "other user's data",
    'authenticateEmailOtp distinguishes the case of the domain',
    splitUser(channels.email, (to) => /@.*[A-Z]/.test(to)),
    ({ otp }) => otp.email.authenticateReturnsSession,
  ),
  createOperator(
    '5.5.email.letter-case',
    "other user's data",
    'authenticateEmailOtp distinguishes the case of the local part',
    splitUser(channels.email, (to) => /[A-Z].*@/.test(to)),
    ({ otp }) => otp.email.authenticateReturnsSession,
  ),
];

export const otpContexts: readonly Operator[] = [
  ...[channels.sms, channels.email].flatMap((its) => [
    ...createWrongCodeOperators(its),
    createLeakOperator(its),
    ...createUsedCodeOperators(its),
    ...createNextCodeOperators(its),
    ...createIdentityOperators(its),
    ...createMaskOperators(its),
    ...createSendOperators(its),
  ]),
  ...bearerOperators,
  ...letterCases,
];
