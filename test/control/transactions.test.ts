import { beforeEach, describe, expect, it } from 'vitest';

import { COMPLETE_ID, FAILED_ID, createId, PENDING_ID } from './people.ts';
import { useTestSandbox, type HttpResponse } from './sandbox.ts';

const sandbox = useTestSandbox();
beforeEach(async () => {
  await sandbox.send('POST', '/sandbox/reset');
  await sandbox.send('PATCH', '/sandbox/clock', { frozen: true });
});

const submit = (ref: string, body?: unknown) =>
  sandbox.send('POST', `/sandbox/users/${ref}/transactions`, body);
const settle = (transaction: string, body: unknown) =>
  sandbox.send('POST', `/sandbox/transactions/${transaction}:settle`, body);
const returnTransaction = (transaction: string, body?: unknown) =>
  sandbox.send('POST', `/sandbox/transactions/${transaction}:return`, body);
const readUser = async (ref: string) => (await sandbox.send('GET', `/sandbox/users/${ref}`)).body;

describe('submitTransaction', () => {
  it('creates a unique id for each transaction, even without a body', async () => {
    const first = await submit('newcomer');
    const second = await submit('newcomer');
    expect(first.body.key).toBeNull();
    expect(first.body.id).not.toBe(second.body.id);
  });

  it('is rejected for a user with a Fraud flag (§7.4)', async () => {
    const { status, body } = await submit('fraudster');
    expect(status).toBe(409);
    expect(body.details).toMatchObject([
      { pointer: '/path/ref', rule: 'fraud-restricts-writes', clause: '7.4' },
    ]);
    expect((await readUser('fraudster')).transactions).toEqual([]);
  });

  it('rejects a key that is in use', async () => {
    const { status, body } = await submit('rita', { key: 't1' });
    expect(status).toBe(409);
    expect(body.details[0].pointer).toBe('/body/key');
  });

  it('creates a transaction that can be returned, but not settled, after its scheduled settlement', async () => {
    const { body } = await submit('newcomer', { settles: { after: 'PT1S', outcome: 'success' } });
    await sandbox.send('PATCH', '/sandbox/clock', { advance: 'PT1S' });
    expect((await settle(body.id, { outcome: 'failure' })).status).toBe(409);
    const { transactions } = await readUser('newcomer');
    const returnResponse = await returnTransaction(body.id);
    expect(returnResponse.body.transactionHash).toBe(transactions[0].transactionHash);
  });

  it('rejects a duration that the clock cannot represent', async () => {
    const { status, body } = await submit('newcomer', {
      settles: { after: 'P99999999W', outcome: 'success' },
    });
    expect(status).toBe(400);
    expect(body.details[0].pointer).toBe('/body/settles/after');
  });
});

describe('settleTransaction', () => {
  it('changes PENDING to FAILED, with a flag on the account (§3)', async () => {
    const { body } = await settle(PENDING_ID, { outcome: 'failure', flag: 'T1002' });
    expect(body.cryptoStatus).toBe('FAILED');
    expect((await readUser('rita')).flags).toEqual([
      { code: 'K1001', category: 'KYC Review' },
      { code: 'T1002', category: 'Transaction Processing' },
    ]);
  });

  it('finds a transaction by its id in capitals', async () => {
    const { id } = (await submit('newcomer')).body;
    const { status, body } = await settle(id.toUpperCase(), { outcome: 'success' });
    expect([status, body.id]).toEqual([200, id]);
    expect((await returnTransaction(id.toUpperCase())).body.returned).toBe(true);
  });

  it('adds the first Transaction Processing flag of the catalogue by default', async () => {
    await settle(PENDING_ID, { outcome: 'failure' });
    expect((await readUser('rita')).flags.at(-1).code).toBe('T1001');
  });

  it.each([
    ['a transaction that was just settled', PENDING_ID],
    ['a COMPLETE transaction', COMPLETE_ID],
    ['a FAILED transaction', FAILED_ID],
  ])('rejects settling %s', async (_name, transaction) => {
    await settle(PENDING_ID, { outcome: 'success' });
    const { status, body } = await settle(transaction, { outcome: 'failure' });
    expect(status).toBe(409);
    expect(body.details).toMatchObject([
      { pointer: '/path/id', rule: 'crypto-status-transition', clause: '3' },
    ]);
  });

  it.each([
    ['a code that is not in the catalogue', { outcome: 'failure', flag: 'T9999' }, 'flagUnknown'],
    ['a flag of another category', { outcome: 'failure', flag: 'F1001' }, 'invalidRequest'],
    ['a flag with a success', { outcome: 'success', flag: 'T1001' }, 'invalidRequest'],
  ])('rejects %s', async (_name, request, code) => {
    const { status, body } = await settle(PENDING_ID, request);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code, details: [{ pointer: '/body/flag' }] });
    expect((await readUser('rita')).transactions[0].cryptoStatus).toBe('PENDING');
  });

  it.each([createId(99), 'rita', 't1'])(
    'returns 404 for the transaction %s',
    async (transaction) => {
      const { status, body } = await settle(transaction, { outcome: 'success' });
      expect(status).toBe(404);
      expect(body).toMatchObject({
        code: 'transactionUnknown',
        details: [{ pointer: '/path/id' }],
      });
    },
  );
});

describe('returnTransaction (§3.3)', () => {
  it('adds the first Transaction Processing flag of the catalogue by default', async () => {
    await returnTransaction(COMPLETE_ID);
    expect((await readUser('rita')).flags.at(-1).code).toBe('T1001');
  });

  it.each([
    ['a PENDING transaction', PENDING_ID],
    ['a FAILED transaction', FAILED_ID],
    ['a transaction that was just returned', COMPLETE_ID],
  ])('rejects returning %s', async (_name, transaction) => {
    await returnTransaction(COMPLETE_ID);
    const { status, body } = await returnTransaction(transaction);
    expect(status).toBe(409);
    expect(body.details).toMatchObject([
      { pointer: '/path/id', rule: 'crypto-status-transition', clause: '3.3' },
    ]);
  });

  it('returns 404 for an unknown transaction', async () => {
    const { status, body } = await returnTransaction(createId(99));
    expect(status).toBe(404);
    expect(body.details[0].pointer).toBe('/path/id');
  });
});

describe('two concurrent requests', () => {
  const collectStatuses = async (...requests: readonly Promise<HttpResponse>[]) =>
    (await Promise.all(requests))
      .map(({ status }) => status)
      .toSorted((left, right) => left - right);

  it('return a transaction only once', async () => {
    expect(
      await collectStatuses(returnTransaction(COMPLETE_ID), returnTransaction(COMPLETE_ID)),
    ).toEqual([200, 409]);
  });

  it('create only one transaction for a key', async () => {
    const submitFirst = () => submit('newcomer', { key: 'first' });
    expect(await collectStatuses(submitFirst(), submitFirst())).toEqual([201, 409]);
  });
});
