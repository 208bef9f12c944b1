import { beforeEach, describe, expect, it } from 'vitest';

import { COMPLETE_ID, FAILED_ID, PENDING_ID } from './people.ts';
import { useTestSandbox, type HttpResponse } from './sandbox.ts';

/** A possible change of a user, with its predicted result. */
interface Change {
  readonly operation: string;
  readonly transactionId?: string;
  readonly body: Record<string, unknown>;
  readonly verdict: string;
  readonly reason?: { readonly rule: string; readonly clause: string; readonly message: string };
}

const sandbox = useTestSandbox();
beforeEach(() => sandbox.send('POST', '/sandbox/reset'));

async function readChanges(ref: string): Promise<Change[]> {
  const { status, body } = await sandbox.send('GET', `/sandbox/users/${ref}/changes`);
  expect(status).toBe(200);
  return body.items;
}

/** Sends the request of a change. */
function applyChange(
  ref: string,
  { operation, transactionId, body }: Change,
): Promise<HttpResponse> {
  const requests: Readonly<Record<string, readonly [string, string]>> = {
    updateUser: ['PATCH', `/sandbox/users/${ref}`],
    submitKyc: ['POST', `/sandbox/users/${ref}:submitKyc`],
    submitTransaction: ['POST', `/sandbox/users/${ref}/transactions`],
    settleTransaction: ['POST', `/sandbox/transactions/${transactionId}:settle`],
    returnTransaction: ['POST', `/sandbox/transactions/${transactionId}:return`],
  };
  const request = requests[operation];
  if (request === undefined) throw new TypeError(`unknown operation ${operation}`);
  return sandbox.send(...request, body);
}

describe('listChanges', () => {
  it.each(['rita', 'newcomer', 'fraudster', 'unlucky'])(
    'predicts the result of each change of %s',
    async (ref) => {
      const changes = await readChanges(ref);
      expect(changes.map(({ verdict }) => verdict)).toContain('legal');
      for (const change of changes) {
        const { status, body } = await applyChange(ref, change);
        expect(status < 300, JSON.stringify(change)).toBe(change.verdict !== 'illegal');
        if (change.verdict === 'illegal') {
          const { message, rule, clause } = body.details[0];
          expect(change.reason).toEqual({ message, rule, clause });
        }
        await sandbox.send('POST', '/sandbox/reset');
      }
    },
  );

  it('does not modify the user', async () => {
    const userBefore = await sandbox.send('GET', '/sandbox/users/rita');
    await readChanges('rita');
    expect((await sandbox.send('GET', '/sandbox/users/rita')).body).toEqual(userBefore.body);
  });

  it('reports the clause by which a Fraud flag forbids writes', async () => {
    const changes = await readChanges('fraudster');
    const submission = changes.find(({ operation }) => operation === 'submitTransaction');
    expect(submission).toMatchObject({
      verdict: 'illegal',
      reason: { rule: 'fraud-restricts-writes', clause: '7.4' },
    });
  });

  it('marks a change that has no effect as noChange', async () => {
    const changes = await readChanges('rita');
    const readVerdict = (body: object) =>
      changes.find((change) => JSON.stringify(change.body) === JSON.stringify(body))?.verdict;
    expect(readVerdict({ kycStatus: 'IN_REVIEW' })).toBe('noChange');
    expect(readVerdict({ kycStatus: 'APPROVED' })).toBe('legal');
    expect(readVerdict({ addFlags: ['K1001'] })).toBe('noChange');
    expect(readVerdict({ addFlags: ['T1001'] })).toBe('illegal');
    expect(readVerdict({ removeFlags: ['K1001'] })).toBe('legal');
  });

  it('rejects an unknown user', async () => {
    const { status, body } = await sandbox.send('GET', '/sandbox/users/nobody/changes');
    expect(status).toBe(404);
    expect(body.code).toBe('userUnknown');
  });
});

describe('undoChange', () => {
  const undo = (ref: string) => sandbox.send('POST', `/sandbox/users/${ref}:undo`);
  const readUser = async (ref: string) => (await sandbox.send('GET', `/sandbox/users/${ref}`)).body;
  const readLastChange = async (ref: string) =>
    (await sandbox.send('GET', `/sandbox/users/${ref}/changes`)).body.lastChange;

  it.each([
    ['rita', 'PATCH', '/sandbox/users/rita', { kycStatus: 'DECLINED', addFlags: ['K1002'] }],
    ['rita', 'POST', '/sandbox/users/rita:submitKyc', { outcome: 'APPROVED' }],
    ['rita', 'POST', '/sandbox/users/rita/transactions', {}],
    ['rita', 'POST', `/sandbox/transactions/${PENDING_ID}:settle`, { outcome: 'success' }],
    ['rita', 'POST', `/sandbox/transactions/${PENDING_ID}:settle`, { outcome: 'failure' }],
    ['rita', 'POST', `/sandbox/transactions/${COMPLETE_ID}:return`, {}],
  ])('restores the user %s after %s %s %j', async (ref, method, path, body) => {
    const userBefore = await readUser(ref);
    expect(await readLastChange(ref)).toBeNull();
    expect((await sandbox.send(method, path, body)).status).toBeLessThan(300);
    expect(await readUser(ref)).not.toEqual(userBefore);
    expect(await readLastChange(ref)).not.toBeNull();
    const response = await undo(ref);
    expect(response.status).toBe(200);
    expect(response.body).toEqual(userBefore);
    expect(await readUser(ref)).toEqual(userBefore);
    expect(await readLastChange(ref)).toBeNull();
  });

  it('undoes several changes one by one', async () => {
    const initialUser = await readUser('newcomer');
    await sandbox.send('PATCH', '/sandbox/users/newcomer', { kycStatus: 'APPROVED' });
    const approvedUser = await readUser('newcomer');
    await sandbox.send('PATCH', '/sandbox/users/newcomer', { addFlags: ['F0000'] });
    expect((await undo('newcomer')).body).toEqual(approvedUser);
    expect((await undo('newcomer')).body).toEqual(initialUser);
    const response = await undo('newcomer');
    expect(response.status).toBe(409);
    expect(response.body.code).toBe('illegalState');
  });

  it('does not affect other users', async () => {
    await sandbox.send('PATCH', '/sandbox/users/newcomer', { kycStatus: 'APPROVED' });
    expect((await undo('rita')).status).toBe(409);
    expect(await readUser('newcomer')).toMatchObject({ kyc: { status: 'APPROVED' } });
  });

  it('is rejected after the service has changed the user', async () => {
    await sandbox.send('PATCH', '/sandbox/users/rita', { kycStatus: 'APPROVED' });
    const credentials = {
      'service-client-id': 'exchange-app',
      'service-client-secret': 'exchange-app-secret',
      authorization: 'Bearer exchange-app-token',
    };
    await sandbox.send(
      'POST',
      '/v1/auth/otp/sms:send',
      { phoneNumber: '+12025550143' },
      credentials,
    );
    const [message] = (await sandbox.send('GET', '/sandbox/inbox')).body.items;
    const linkResponse = await sandbox.send(
      'POST',
      '/v1/auth/otp/sms:authenticate',
      { phoneId: message.recordId, otp: message.code },
      credentials,
    );
    expect(linkResponse.status).toBe(200);
    expect(await readLastChange('rita')).toBeNull();
    const undoResponse = await undo('rita');
    expect(undoResponse.status).toBe(409);
    expect(undoResponse.body.message).toContain('Something else has changed the user');
    expect(await readUser('rita')).toMatchObject({
      kyc: { status: 'APPROVED' },
      linkedClients: ['wallet-app', 'exchange-app'],
    });
  });

  it('is rejected after a transaction has settled', async () => {
    const settles = { after: 'PT10S', outcome: 'failure' };
    await sandbox.send('POST', '/sandbox/users/newcomer/transactions', { settles });
    await sandbox.send('PATCH', '/sandbox/clock', { advance: 'PT20S' });
    expect(await readLastChange('newcomer')).toBeNull();
    expect((await undo('newcomer')).status).toBe(409);
    expect(await readUser('newcomer')).toMatchObject({
      transactions: [{ cryptoStatus: 'FAILED' }],
    });
  });

  it('returns the current state if the restored transaction is due', async () => {
    const settles = { after: 'PT10S', outcome: 'success' };
    const submitted = await sandbox.send('POST', '/sandbox/users/newcomer/transactions', {
      settles,
    });
    await sandbox.send('POST', `/sandbox/transactions/${submitted.body.id}:settle`, {
      outcome: 'failure',
    });
    await sandbox.send('PATCH', '/sandbox/clock', { advance: 'PT20S' });
    const { status, body } = await undo('newcomer');
    expect(status).toBe(200);
    expect(body).toMatchObject({ transactions: [{ cryptoStatus: 'COMPLETE' }] });
    expect(body).toEqual(await readUser('newcomer'));
  });

  it('is rejected after a reset', async () => {
    await sandbox.send('PATCH', '/sandbox/users/rita', { kycStatus: 'APPROVED' });
    await sandbox.send('POST', '/sandbox/reset');
    expect((await undo('rita')).status).toBe(409);
  });

  it('removes a transaction by undoing its submission', async () => {
    const { body } = await sandbox.send('POST', '/sandbox/users/rita/transactions', {});
    await undo('rita');
    const settleResponse = await sandbox.send('POST', `/sandbox/transactions/${body.id}:settle`, {
      outcome: 'success',
    });
    expect(settleResponse.status).toBe(404);
    expect(settleResponse.body.code).toBe('transactionUnknown');
    const nextSubmission = await sandbox.send('POST', '/sandbox/users/rita/transactions', {});
    expect(nextSubmission.status).toBe(201);
    expect(nextSubmission.body.id).not.toBe(body.id);
  });

  it('has nothing to undo after a change that has no effect or is rejected', async () => {
    const update = { addFlags: ['T1001'] };
    const updateResponse = await sandbox.send('PATCH', '/sandbox/users/unlucky', update);
    expect(updateResponse.status).toBe(200);
    expect(await readLastChange('unlucky')).toBeNull();
    const path = `/sandbox/transactions/${FAILED_ID}:settle`;
    expect((await sandbox.send('POST', path, { outcome: 'success' })).status).toBe(409);
    expect(await readLastChange('unlucky')).toBeNull();
  });
});
