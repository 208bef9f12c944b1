/** §2.4, §4.2: the response to a sign-in by wallet. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readClaims, withClaims } from '../../../conformance/responses/session-token.ts';
import { toFields, findText, omitFields, type Exchange, type Fields } from '../exchange.ts';
import type { Memory } from '../memory.ts';
import type { DeploymentTraits } from '../deployment-traits.ts';
import {
  changeBody,
  createOperator,
  createOperators,
  createOperatorsIf,
  type Operator,
} from './operator.ts';
import { pairs, returnsSession } from './otp-pairs.ts';
import type { Mutate } from '../mutate.ts';

/** Replaces the session in responses by an alias, which later requests may send instead of the session. */
export function changeSession(
  createAlias: (session: string, exchange: Exchange) => string,
): Mutate {
  return changeBody('authenticateWallet', (body, exchange, memory) => {
    const session = findText(body, 'sessionJwt') ?? '';
    return { ...body, sessionJwt: memory.setAlias(session, createAlias(session, exchange)) };
  });
}

/** Returns the session with an `exp` one minute before its `iat`. */
export function expireSession(session: string): string {
  const claims = readClaims(session);
  return withClaims(session, { ...claims, exp: Number(claims?.['iat']) - 60 });
}

/** Changes the userMask in the response to a sign-in by wallet. */
export function changeUserMask(
  change: (mask: Fields, exchange: Exchange, memory: Memory) => unknown,
): Mutate {
  return changeBody('authenticateWallet', (body, exchange, memory) => ({
    ...body,
    userMask: change(toFields(body['userMask']), exchange, memory),
  }));
}

/** Replaces the user id by an alias. */
const changeId = (createAlias: (id: string) => string) =>
  changeUserMask((mask, _exchange, memory) => {
    const id = findText(mask, 'id') ?? '';
    return { ...mask, id: memory.setAlias(id, createAlias(id)) };
  });

const replaceMfaMethod = (preferredMfaMethod: unknown) =>
  changeUserMask((mask) => ({ ...mask, preferredMfaMethod }));

/** Changes the userMask in the body of a sign-in by code, which may have none. */
function changeOptionalMask(body: Fields, change: (mask: Fields) => Fields): Fields {
  return 'userMask' in body ? { ...body, userMask: change(toFields(body['userMask'])) } : body;
}

/** Changes to a timestamp such as 2026-01-02T03:04:05.678Z. */
const malformedTimes: Readonly<Record<string, (time: string) => unknown>> = {
  'has no milliseconds': (time) => time.replace(/\.\d+/, ''),
  'has microseconds': (time) => time.replace(/(\.\d{3})/, '$1000'),
  'has an offset': (time) => time.replace('Z', '+02:00'),
  'has no zone': (time) => time.replace('Z', ''),
  'is a number': (time) => Date.parse(time),
  'is a date alone': (time) => time.slice(0, 10),
  'is on the 31st of February': (time) => time.replace(/^(\d{4})-\d\d-\d\d/, '$1-02-31'),
  'is missing': () => undefined,
};

/** Marks local time as UTC (Z). The check of both times against UTC belongs to the rule of createTime. */
const localUpdateTime = createOperator(
  '2.4.userMask.createTime',
  'format broken',
  'updateTime is in local time, one hour ahead of UTC',
  changeUserMask((mask) => ({
    ...mask,
    updateTime: new Date(Date.parse(findText(mask, 'updateTime') ?? '') + 3_600_000).toISOString(),
  })),
);

const timeOperators = ['createTime', 'updateTime'].flatMap((field) =>
  Object.entries(malformedTimes).map(([name, malform]) =>
    createOperator(
      `2.4.userMask.${field}`,
      'format broken',
      `${field} ${name}`,
      changeUserMask((mask) => ({ ...mask, [field]: malform(findText(mask, field) ?? '') })),
    ),
  ),
);

/** Returns the phone number that a mask hides; null if it is unknown. */
function findPhoneNumber(
  phoneMask: string,
  { accounts }: DeploymentTraits,
  memory: Memory,
): string | null {
  const lastFour = phoneMask.slice(-4);
  const numbers = [
    ...[...memory.destinations].reverse(),
    ...accounts.flatMap(({ phoneNumber }) => phoneNumber ?? []),
  ];
  return numbers.find((number) => number.startsWith('+') && number.endsWith(lastFour)) ?? null;
}

/** Changes the phoneMask of users with a known phone number. */
function changePhoneMask(change: (number: string, phoneMask: string) => unknown): Mutate {
  return changeUserMask((mask, { traits }, memory) => {
    const phoneMask = findText(mask, 'phoneMask') ?? '';
    const number = phoneMask === '' ? null : findPhoneNumber(phoneMask, traits, memory);
    return number === null ? mask : { ...mask, phoneMask: change(number, phoneMask) };
  });
}

export const signInResponses: readonly Operator[] = [
  ...createOperators('2.4.sessionJwt.jwt', 'format broken', {
    'the sessionJwt is an opaque token': changeSession(() => randomBytes(24).toString('hex')),
    'the sessionJwt has two parts': changeSession((session) =>
      session.slice(0, session.lastIndexOf('.')),
    ),
    'the header of the sessionJwt is not JSON': changeSession(
      (session) =>
        `${randomBytes(9).toString('base64url')}.${session.split('.').slice(1).join('.')}`,
    ),
    'the claims of the sessionJwt are not JSON': changeSession((session) => {
      const [header, , signature] = session.split('.');
      return `${header}.${randomBytes(30).toString('base64url')}.${signature}`;
    }),
  }),
  ...(['sessionJwt', 'userMask'] as const).flatMap((name) => [
    ...createOperators(`4.2.response.${name}`, 'schema broken', {
      [`a sign-in returns no ${name}`]: changeBody('authenticateWallet', (body) =>
        omitFields(body, name),
      ),
      [`the ${name} of a sign-in is null`]: changeBody('authenticateWallet', (body) => ({
        ...body,
        [name]: null,
      })),
    }),
  ]),
  ...createOperators('4.2.response.sessionJwt', 'schema broken', {
    'the sessionJwt is named token': changeBody(
      'authenticateWallet',
      ({ sessionJwt, ...body }) => ({
        ...body,
        token: sessionJwt,
      }),
    ),
    'the sessionJwt is inside an object': changeBody('authenticateWallet', (body) => ({
      ...body,
      sessionJwt: { token: body['sessionJwt'] },
    })),
  }),
  ...createOperators('2.4.userMask.object', 'schema broken', {
    'the userMask is a list': changeUserMask((mask) => [mask]),
    'the userMask is a string': changeUserMask((mask) => JSON.stringify(mask)),
  }),
  ...createOperators('2.4.userMask.id', 'format broken', {
    'the id of the user is not a UUID': changeId(
      (id) => `usr_${id.replaceAll('-', '').slice(0, 20)}`,
    ),
    'the id of the user is in braces': changeId((id) => `{${id}}`),
  }),
  ...createOperators('2.4.userMask.id', 'schema broken', {
    'the id of the user is missing': changeUserMask((mask) => omitFields(mask, 'id')),
    'the id of the user is a number': changeUserMask((mask, _exchange, memory) => ({
      ...mask,
      id: 10_000_000 + memory.increment('id'),
    })),
  }),
  ...createOperatorsIf(returnsSession(pairs.sms), '2.4.userMask.id', "other user's data", {
    'the id of a user differs after a sign-in with a code': changeBody(
      'authenticateSmsOtp',
      (body, _exchange, memory) =>
        changeOptionalMask(body, (mask) => {
          const id = findText(mask, 'id') ?? '';
          return { ...mask, id: memory.setAlias(id, id.replace(/^../, '00')) };
        }),
    ),
  }),
  ...createOperatorsIf(returnsSession(pairs.sms), '2.4.userMask.createTime', "other user's data", {
    'the createTime of a user differs after a sign-in with a code': changeBody(
      'authenticateSmsOtp',
      (body) =>
        changeOptionalMask(body, (mask) => ({ ...mask, createTime: '2001-02-03T04:05:06.789Z' })),
    ),
  }),
  localUpdateTime,
  ...timeOperators,
  ...createOperators('2.4.userMask.phoneMask', 'leak', {
    'the phoneMask of a user is the whole number': changePhoneMask((number) => number),
    'the phoneMask of a user has every digit, with spaces': changePhoneMask((number) =>
      number.replaceAll(/(\d{3})/g, '$1 '),
    ),
  }),
  ...createOperators('2.4.userMask.phoneMask', 'format broken', {
    'the phoneMask of a user shows three digits': changePhoneMask(
      (_number, masked) => `${masked.slice(0, -4)}*${masked.slice(-3)}`,
    ),
    'the phoneMask of a user without a number is ******undefined': changeUserMask((mask) => ({
      phoneMask: '******undefined',
      ...mask,
    })),
    'the phoneMask of a user shows the first digits of the number': changePhoneMask(
      (number, masked) => `${number.slice(0, 5)}${'*'.repeat(Math.max(1, masked.length - 5))}`,
    ),
  }),
  ...createOperators('2.4.userMask.phoneMask', "other user's data", {
    'the phoneMask of a user shows other digits': changePhoneMask(
      (number, masked) =>
        `${masked.slice(0, -4)}${String((Number(number.slice(-4)) + 1234) % 10_000).padStart(4, '0')}`,
    ),
  }),
  ...createOperators('2.4.userMask.phoneMask', 'schema broken', {
    'the phoneMask of a user with a number is null': changePhoneMask(() => null),
    'the phoneMask of a user with a number is missing': changePhoneMask(() => undefined),
    'the phoneMask of a user is a number': changePhoneMask((number) => Number(number.slice(-4))),
  }),
  ...createOperators('2.4.userMask.phoneMask-no-other-digits', 'leak', {
    'the phoneMask of a user shows six digits': changePhoneMask(
      (number) => `***${number.slice(-6)}`,
    ),
  }),
  ...createOperators('2.4.userMask.preferredMfaMethod', 'schema broken', {
    'the preferredMfaMethod is a number': replaceMfaMethod(1),
    'the preferredMfaMethod is null': replaceMfaMethod(null),
    'the preferredMfaMethod is a list': replaceMfaMethod(['OTP_SMS']),
    'the preferredMfaMethod is missing': replaceMfaMethod(undefined),
  }),
  ...createOperators('4.2.response.userMask', 'schema broken', {
    'the userMask is empty': changeUserMask(() => ({})),
    'the fields of the userMask are next to the sessionJwt': changeBody(
      'authenticateWallet',
      ({ userMask, ...body }) => ({ ...body, ...toFields(userMask) }),
    ),
  }),
  ...createOperators('5.3.wallet.flow', "other user's data", {
    'each sign-in has another user id': changeId(() => randomUUID()),
  }),
];
