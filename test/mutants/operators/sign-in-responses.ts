/** §2.4, §4.2: the response to a sign-in by wallet. */
import { randomBytes, randomUUID } from 'node:crypto';
import { toFields, findText, omitFields, type Fields } from '../exchange.ts';
import type { Memory } from '../memory.ts';
import type { Naming } from '../naming.ts';
import { changeAcceptedBody, createOperator, type Operator } from './operator.ts';

const authenticate = 'authenticateWallet';

/** Replaces the session by an alias for the client. */
function changeSession(name: string, spell: (real: string) => string): Operator {
  return createOperator(
    '2.4.sessionJwt.jwt',
    'format broken',
    name,
    changeAcceptedBody(authenticate, (body, _exchange, memory) => ({
      ...body,
      sessionJwt: memory.setAlias(
        findText(body, 'sessionJwt') ?? '',
        spell(findText(body, 'sessionJwt') ?? ''),
      ),
    })),
  );
}

function changeUserMask(
  requirement: string,
  kind: Operator['kind'],
  name: string,
  change: (mask: Fields, naming: Naming, memory: Memory) => unknown,
): Operator {
  return createOperator(
    requirement,
    kind,
    name,
    changeAcceptedBody(authenticate, (body, { naming }, memory) => ({
      ...body,
      userMask: change(toFields(body['userMask']), naming, memory),
    })),
  );
}

/** Leaves a response without a userMask unchanged. */
function withMask(body: Fields, change: (mask: Fields) => Fields): Fields {
  return 'userMask' in body ? { ...body, userMask: change(toFields(body['userMask'])) } : body;
}

const timeOperators = (['createTime', 'updateTime'] as const).flatMap((field): Operator[] => {
  const time = (name: string, spell: (time: string) => unknown) =>
    changeUserMask(`2.4.userMask.${field}`, 'format broken', `${field} ${name}`, (its) => ({
      ...its,
      [field]: spell(findText(its, field) ?? ''),
    }));
  return [
    time('has no milliseconds', (its) => its.replace(/\.\d+/, '')),
    time('has microseconds', (its) => its.replace(/(\.\d{3})/, '$1000')),
    time('has an offset', (its) => its.replace('Z', '+02:00')),
    time('has no zone', (its) => its.replace('Z', '')),
    time('is a number', (its) => Date.parse(its)),
    time('is a date alone', (its) => its.slice(0, 10)),
    time('is on the 31st of February', (its) => its.replace(/^(\d{4})-\d\d-\d\d/, '$1-02-31')),
    time('is missing', () => undefined),
  ];
});

/** Returns the phone number of a mask: the destination of a code, or the number of an account. */
function findPhoneNumber(phoneMask: unknown, { accounts }: Naming, memory: Memory): string | null {
  const last = String(phoneMask).slice(-4);
  const numbers = [
    ...[...memory.destinations].reverse(),
    ...accounts.flatMap(({ phoneNumber }) => phoneNumber ?? []),
  ];
  return numbers.find((number) => number.startsWith('+') && number.endsWith(last)) ?? null;
}

/** Changes the phoneMask of users with a known phone number. */
function changePhoneMask(
  requirement: string,
  kind: Operator['kind'],
  name: string,
  spell: (number: string, shown: string) => unknown,
): Operator {
  return changeUserMask(requirement, kind, name, (its, naming, memory) => {
    const number = findText(its, 'phoneMask')
      ? findPhoneNumber(its['phoneMask'], naming, memory)
      : null;
    return number === null
      ? its
      : { ...its, phoneMask: spell(number, findText(its, 'phoneMask') ?? '') };
  });
}

const must = '2.4.userMask.phoneMask';

export const signInResponses: readonly Operator[] = [
  changeSession('the sessionJwt is an opaque token', () => randomBytes(24).toString('hex')),
  changeSession('the sessionJwt has two parts', (real) => real.slice(0, real.lastIndexOf('.'))),
  changeSession(
    'the header of the sessionJwt is not JSON',
    (real) => `${randomBytes(9).toString('base64url')}.${real.split('.').slice(1).join('.')}`,
  ),
  changeSession('the claims of the sessionJwt are not JSON', (real) => {
    const [header, , signature] = real.split('.');
    return `${header}.${randomBytes(30).toString('base64url')}.${signature}`;
  }),
  ...(['sessionJwt', 'userMask'] as const).flatMap((name) => [
    createOperator(
      `4.2.response.${name}`,
      'schema broken',
      `a sign-in returns no ${name}`,
      changeAcceptedBody(authenticate, (body) => omitFields(body, name)),
    ),
    createOperator(
      `4.2.response.${name}`,
      'schema broken',
      `the ${name} of a sign-in is null`,
      changeAcceptedBody(authenticate, (body) => ({ ...body, [name]: null })),
    ),
  ]),
  createOperator(
    '4.2.response.sessionJwt',
    'schema broken',
    'the sessionJwt is named token',
    changeAcceptedBody(authenticate, ({ sessionJwt, ...rest }) => ({ ...rest, token: sessionJwt })),
  ),
  createOperator(
    '4.2.response.sessionJwt',
    'schema broken',
    'the sessionJwt is inside an object',
    changeAcceptedBody(authenticate, (body) => ({
      ...body,
      sessionJwt: { token: body['sessionJwt'] },
    })),
  ),
  changeUserMask('2.4.userMask.object', 'schema broken', 'the userMask is a list', (its) => [its]),
  changeUserMask('2.4.userMask.object', 'schema broken', 'the userMask is a string', (its) =>
    JSON.stringify(its),
  ),
  changeUserMask(
    '2.4.userMask.id',
    'format broken',
    'the id of the user is not a UUID',
    (its, _words, memory) => {
      const id = findText(its, 'id') ?? '';
      return { ...its, id: memory.setAlias(id, `usr_${id.replaceAll('-', '').slice(0, 20)}`) };
    },
  ),
  changeUserMask(
    '2.4.userMask.id',
    'format broken',
    'the id of the user is in braces',
    (its, _words, memory) => {
      const id = findText(its, 'id') ?? '';
      return { ...its, id: memory.setAlias(id, `{${id}}`) };
    },
  ),
  changeUserMask('2.4.userMask.id', 'schema broken', 'the id of the user is missing', (its) =>
    omitFields(its, 'id'),
  ),
  changeUserMask(
    '2.4.userMask.id',
    'schema broken',
    'the id of the user is a number',
    (its, _words, memory) => ({
      ...its,
      id: 10_000_000 + memory.count('id'),
    }),
  ),
  createOperator(
    '2.4.userMask.id',
    "other user's data",
    'the id of a user differs after a sign-in with a code',
    changeAcceptedBody('authenticateSmsOtp', (body, _exchange, memory) =>
      withMask(body, (its) => {
        const id = findText(its, 'id') ?? '';
        return { ...its, id: memory.setAlias(id, id.replace(/^../, '00')) };
      }),
    ),
  ),
  createOperator(
    '2.4.userMask.createTime',
    "other user's data",
    'the createTime of a user differs after a sign-in with a code',
    changeAcceptedBody('authenticateSmsOtp', (body) =>
      withMask(body, (its) => ({ ...its, createTime: '2001-02-03T04:05:06.789Z' })),
    ),
  ),
  ...timeOperators,
  changePhoneMask(must, 'leak', 'the phoneMask of a user is the whole number', (number) => number),
  changePhoneMask(must, 'leak', 'the phoneMask of a user has every digit, with spaces', (number) =>
    number.replaceAll(/(\d{3})/g, '$1 '),
  ),
  changePhoneMask(
    must,
    'format broken',
    'the phoneMask of a user shows three digits',
    (_number, shown) => `${shown.slice(0, -4)}*${shown.slice(-3)}`,
  ),
  changePhoneMask(
    must,
    'format broken',
    'the phoneMask of a user shows the first digits of the number',
    (number, shown) => `${number.slice(0, 5)}${'*'.repeat(Math.max(1, shown.length - 5))}`,
  ),
  changePhoneMask(
    must,
    "other user's data",
    'the phoneMask of a user shows other digits',
    (number, shown) =>
      `${shown.slice(0, -4)}${String((Number(number.slice(-4)) + 1234) % 10_000).padStart(4, '0')}`,
  ),
  changePhoneMask(
    must,
    'schema broken',
    'the phoneMask of a user with a number is null',
    () => null,
  ),
  changePhoneMask(
    must,
    'schema broken',
    'the phoneMask of a user with a number is missing',
    () => undefined,
  ),
  changePhoneMask(must, 'schema broken', 'the phoneMask of a user is a number', (number) =>
    Number(number.slice(-4)),
  ),
  changePhoneMask(
    '2.4.userMask.phoneMask-nothing-more',
    'leak',
    'the phoneMask of a user shows six digits',
    (number) => `***${number.slice(-6)}`,
  ),
  changeUserMask(
    '2.4.userMask.preferredMfaMethod',
    'schema broken',
    'the preferredMfaMethod is a number',
    (its) => ({ ...its, preferredMfaMethod: 1 }),
  ),
  changeUserMask(
    '2.4.userMask.preferredMfaMethod',
    'schema broken',
    'the preferredMfaMethod is null',
    (its) => ({ ...its, preferredMfaMethod: null }),
  ),
  changeUserMask(
    '2.4.userMask.preferredMfaMethod',
    'schema broken',
    'the preferredMfaMethod is a list',
    (its) => ({ ...its, preferredMfaMethod: ['OTP_SMS'] }),
  ),
  changeUserMask(
    '2.4.userMask.preferredMfaMethod',
    'schema broken',
    'the preferredMfaMethod is missing',
    (its) => omitFields(its, 'preferredMfaMethod'),
  ),
  changeUserMask('4.2.response.userMask', 'schema broken', 'the userMask is empty', () => ({})),
  createOperator(
    '4.2.response.userMask',
    'schema broken',
    'the fields of the userMask are next to the sessionJwt',
    changeAcceptedBody(authenticate, ({ userMask, ...rest }) => ({
      ...rest,
      ...toFields(userMask),
    })),
  ),
  changeUserMask(
    '5.3.wallet.flow',
    "other user's data",
    'each sign-in has another user id',
    (its, _words, memory) => ({
      ...its,
      id: memory.setAlias(findText(its, 'id') ?? '', randomUUID()),
    }),
  ),
];
