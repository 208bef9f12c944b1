import { beforeEach, describe, expect, it } from 'vitest';

import { apiDocument } from '../../src/contract/api-document.gen.ts';
import { controlDocument } from '../../src/contract/control-document.gen.ts';
import { listPointers, useTestSandbox } from './sandbox.ts';

const sandbox = useTestSandbox();
beforeEach(async () => {
  await sandbox.send('DELETE', '/sandbox/faults');
});

const setFaults = (rules: unknown) => sandbox.send('PUT', '/sandbox/faults', { rules });
const readFaults = async () => (await sandbox.send('GET', '/sandbox/faults')).body.rules;

describe('addFault', () => {
  const addFault = (fault: unknown) => sandbox.send('POST', '/sandbox/faults', fault);
  const effect = { status: 503 };

  it('adds a fault after the existing faults, which keep their hits', async () => {
    const match = { operation: 'sendSmsOtp' };
    await setFaults([{ id: 'outage', match, effect }]);
    await sandbox.sendSms('+12025550143');
    const { status, body } = await addFault({ effect, times: 1 });
    expect(status).toBe(201);
    expect(body).toEqual({ id: 'fault-1', match: {}, effect, times: 1, probability: 1, hits: 0 });
    expect((await addFault({ effect })).body.id).toBe('fault-2');
    expect(
      (await readFaults()).map(({ id, hits }: { id: string; hits: number }) => [id, hits]),
    ).toEqual([
      ['outage', 1],
      ['fault-1', 0],
      ['fault-2', 0],
    ]);
  });

  it.each<[string, object, number, string]>([
    ['an id that is in use', { id: 'taken', effect }, 409, '/body/id'],
    ['a reserved id', { id: 'prefer', effect }, 400, '/body/id'],
    [
      'an effect with contradicting members',
      { effect: { connection: 'drop', status: 503 } },
      400,
      '/body/effect/status',
    ],
    ['a missing effect', {}, 400, '/body/effect'],
  ])('rejects %s and changes nothing', async (_, fault, status, pointer) => {
    await setFaults([{ id: 'taken', effect }]);
    const response = await addFault(fault);
    expect(response.status).toBe(status);
    expect(listPointers(response.body)).toEqual([pointer]);
    expect(await readFaults()).toHaveLength(1);
  });

  it('rejects a fault above the maximum number', async () => {
    await setFaults(Array.from({ length: 100 }, () => ({ effect })));
    const { status, body } = await addFault({ effect });
    expect(status).toBe(409);
    expect(body.message).toBe('The workspace already has 100 faults, the maximum.');
  });
});

describe('setFaults', () => {
  it('adds the missing id, match, probability and hits', async () => {
    const { status, body } = await setFaults([
      { id: 'fault-1', effect: { status: 503 } },
      { effect: { code: 'otpLocked', delay: 'PT1.5S' }, match: { user: 'rita' }, times: 2 },
      { effect: { connection: 'drop', delay: 2 }, probability: 0.5 },
      { effect: { status: 200, body: null } },
    ]);
    expect(status).toBe(200);
    expect(body.rules).toEqual([
      { id: 'fault-1', match: {}, effect: { status: 503 }, probability: 1, hits: 0 },
      {
        id: 'fault-2',
        match: { user: 'rita' },
        effect: { code: 'otpLocked', delay: 'PT1.5S' },
        times: 2,
        probability: 1,
        hits: 0,
      },
      {
        id: 'fault-3',
        match: {},
        effect: { connection: 'drop', delay: 2 },
        probability: 0.5,
        hits: 0,
      },
      { id: 'fault-4', match: {}, effect: { status: 200, body: null }, probability: 1, hits: 0 },
    ]);
    expect(await readFaults()).toEqual(body.rules);
  });

  it('replaces the faults', async () => {
    const effect = { code: 'rateLimited' };
    await setFaults([{ id: 'one', effect }]);
    await setFaults([{ id: 'two', effect }]);
    expect((await readFaults()).map(({ id }: { id: string }) => id)).toEqual(['two']);
  });

  it.each<[string, unknown]>([
    ['/body/rules', undefined],
    ['/body/rules', {}],
    ['/body/rules', null],
    ['/body/rules', Array.from({ length: 101 }, () => ({ effect: { status: 500 } }))],
    ['/body/rules/0', ['outage']],
    ['/body/rules/0/effect', [{}]],
    ['/body/rules/0/efect', [{ effect: { status: 500 }, efect: {} }]],
    ['/body/rules/0/effect', [{ effect: {} }]],
    ['/body/rules/0/effect', [{ effect: 503 }]],
    ['/body/rules/0/effect/stat', [{ effect: { status: 500, stat: 1 } }]],
    ['/body/rules/0/effect/status', [{ effect: { status: 199 } }]],
    ['/body/rules/0/effect/status', [{ effect: { status: 600 } }]],
    ['/body/rules/0/effect/status', [{ effect: { status: 503.5 } }]],
    ['/body/rules/0/effect/status', [{ effect: { status: '503' } }]],
    ['/body/rules/0/effect/code', [{ effect: { code: 'otpwrong' } }]],
    ['/body/rules/0/effect/delay', [{ effect: { delay: true } }]],
    ['/body/rules/0/effect/delay', [{ effect: { delay: 'soon' } }]],
    ['/body/rules/0/effect/delay', [{ effect: { delay: -1 } }]],
    ['/body/rules/0/effect/delay', [{ effect: { delay: 61 } }]],
    ['/body/rules/0/effect/delay', [{ effect: { delay: 'PT61S' } }]],
    ['/body/rules/0/effect/delay', [{ effect: { delay: 'P1M' } }]],
    ['/body/rules/0/effect/connection', [{ effect: { connection: 'reset' } }]],
    ['/body/rules/0/match', [{ effect: { status: 500 }, match: [] }]],
    ['/body/rules/0/match/operation', [{ effect: { status: 500 }, match: { operation: 'x' } }]],
    ['/body/rules/0/match/path', [{ effect: { status: 500 }, match: { path: '/user' } }]],
    ['/body/rules/0/match/user', [{ effect: { status: 500 }, match: { user: '' } }]],
    ['/body/rules/0/match/clientId', [{ effect: { status: 500 }, match: { clientId: 1 } }]],
    ['/body/rules/0/match/headers', [{ effect: { status: 500 }, match: { headers: 'a: b' } }]],
    [
      '/body/rules/0/match/headers',
      [{ effect: { status: 500 }, match: { headers: { 'a b': '' } } }],
    ],
    ['/body/rules/0/match/headers/a', [{ effect: { status: 500 }, match: { headers: { a: 1 } } }]],
    ['/body/rules/0/times', [{ effect: { status: 500 }, times: 0 }]],
    ['/body/rules/0/times', [{ effect: { status: 500 }, times: 1.5 }]],
    ['/body/rules/0/probability', [{ effect: { status: 500 }, probability: 0 }]],
    ['/body/rules/0/probability', [{ effect: { status: 500 }, probability: 1.1 }]],
    ['/body/rules/0/id', [{ id: '', effect: { status: 500 } }]],
    ['/body/rules/0/id', [{ id: 'a b', effect: { status: 500 } }]],
    ['/body/rules/0/id', [{ id: 'line\nbreak', effect: { status: 500 } }]],
    ['/body/rules/0/id', [{ id: 'prefer', effect: { status: 500 } }]],
    ['/body/rules/0/hits', [{ effect: { status: 500 }, hits: 1 }]],
    // Invalid combinations of members.
    ['/body/rules/0/effect/body', [{ effect: { code: 'otpWrong', body: {} } }]],
    ['/body/rules/0/effect/code', [{ effect: { code: 'otp wrong', status: 400 } }]],
    ['/body/rules/0/effect/code', [{ effect: { code: '', status: 400 } }]],
    ['/body/rules/0/effect/code', [{ effect: { code: 7, status: 400 } }]],
    ['/body/rules/0/effect/status', [{ effect: { code: 'otpWrong', status: 200 } }]],
    ['/body/rules/0/effect/body', [{ effect: { status: 204, body: {} } }]],
    ['/body/rules/0/effect/connection', [{ effect: { status: 304, connection: 'truncate' } }]],
    ['/body/rules/0/effect/status', [{ effect: { status: 500, connection: 'drop' } }]],
    ['/body/rules/0/effect/code', [{ effect: { code: 'otpWrong', connection: 'drop' } }]],
    [
      '/body/rules/1/id',
      [
        { id: 'a', effect: { status: 500 } },
        { id: 'a', effect: { status: 500 } },
      ],
    ],
  ])('reports the pointer %s for %j, and changes nothing', async (pointer, rules) => {
    await setFaults([{ id: 'kept', effect: { status: 500 } }]);
    const { status, body } = await setFaults(rules);
    expect([status, body.code]).toEqual([400, 'invalidRequest']);
    expect(listPointers(body)).toContain(pointer);
    expect(await readFaults()).toMatchObject([{ id: 'kept' }]);
  });

  it('reports all problems together', async () => {
    const { body } = await setFaults([
      { id: 'prefer', effect: { status: 500, delay: 'PT61S' } },
      { effect: { code: 'otpWrng' } },
    ]);
    expect(listPointers(body)).toEqual([
      '/body/rules/0/id',
      '/body/rules/0/effect/delay',
      '/body/rules/1/effect/code',
    ]);
    expect(body.details[2].message).toBe(
      'must be a known error code, or be combined with a status. Did you mean otpWrong?',
    );
  });

  it.each([
    [{ code: 'otpWrong', body: 1 }, 'body', 'must be omitted if code is present'],
    [{ connection: 'drop', body: 1 }, 'body', 'must be omitted if connection is drop'],
    [{ connection: 'drop', status: 500 }, 'status', 'must be omitted if connection is drop'],
    [{ status: 204, body: 1 }, 'body', 'must be omitted if status is 204, 205 or 304'],
    [{ status: 200, code: 'a' }, 'status', 'must be at least 400'],
    [{ delay: 61 }, 'delay', 'must be at most 60'],
    [
      { delay: 'soon' },
      'delay',
      'must be a duration such as PT2S, or seconds, from 0 to 60 seconds',
    ],
  ])('reports what is wrong with the effect %j', async (effect, field, message) => {
    const { status, body } = await setFaults([{ effect }]);
    expect([status, body.details]).toEqual([
      400,
      [{ pointer: `/body/rules/0/effect/${field}`, message }],
    ]);
  });
});

describe('clearFaults', () => {
  it('returns an empty list', async () => {
    await setFaults([{ effect: { status: 503 } }]);
    const { status, body } = await sandbox.send('DELETE', '/sandbox/faults');
    expect([status, body]).toEqual([200, { rules: [] }]);
    expect(await readFaults()).toEqual([]);
  });
});

describe('the enums of control.yaml', () => {
  const listEnumValues = (name: string) => controlDocument.components.schemas[name]?.enum;

  it('list the operations and the error codes of api.yaml', () => {
    const operations = Object.values(apiDocument.paths).flatMap(({ get, post }) =>
      [get, post].flatMap((operation) => operation?.operationId ?? []),
    );
    expect(listEnumValues('ServiceOperation')).toEqual(operations);
    expect(listEnumValues('CauseCode')).toEqual(apiDocument.components.schemas['ErrorCode']?.enum);
  });
});
